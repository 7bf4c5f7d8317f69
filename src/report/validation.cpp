// SPDX-License-Identifier: Apache-2.0
#include "report/validation.h"

#include <algorithm>

#include "backend/registry.h"
#include "report/differences_svg.h"

namespace tutti::report {

bool BackendResult::passed() const {
  return compared() && validate::all_passed(verdicts) &&
         std::all_of(checks.begin(), checks.end(),
                     [](const validate::Check& check) { return check.passed; }) &&
         !(bisection && bisection->first());
}

bool Validation::passed() const {
  return !lacks_backend() && !backends.empty() &&
         std::all_of(backends.begin(), backends.end(),
                     [](const BackendResult& result) { return result.passed(); });
}

bool Validation::lacks_backend() const {
  return std::any_of(absent.begin(), absent.end(), [](const Absent& one) { return one.asked; });
}

bool Validation::is_self_check() const {
  const auto is_own = [](std::string_view name) {
    if (name.starts_with(kRecorded)) name.remove_prefix(kRecorded.size());
    return backend::capabilities_of(name).is_own_processor;
  };
  return is_own(reference) && !backends.empty() &&
         std::all_of(backends.begin(), backends.end(),
                     [&](const BackendResult& result) { return is_own(result.kind); });
}

std::string Validation::status() const {
  if (!passed()) return "FAILED";
  return is_self_check() ? "SELF-CHECK PASSED" : "PASSED";
}

void write_results(const Path& folder, const Validation& validation) {
  const auto write_json = [](const Path& file, const nlohmann::ordered_json& json) {
    write_file_atomically(file, json.dump(2) + "\n");
  };
  const auto make_folder = [](const Path& path) {
    std::error_code failure;
    std::filesystem::create_directories(path, failure);
    if (failure) io_error("{}: cannot make the folder: {}", path.string(), failure.message());
  };
  make_folder(folder);
  for (const BackendResult& result : validation.backends) {
    const Path own = folder / file_part(result.backend);
    make_folder(own);
    Validation alone = validation;
    alone.backends = {result};
    nlohmann::ordered_json tests = test_results_json(result);
    tests["created"] = validation.timestamp;
    tests["root"] = validation.root;
    write_json(own / "test_results.json", tests);
    write_json(own / "cross_backend_validation.json", cross_backend_json(alone));
    if (!result.inference.is_null()) write_json(own / "inference_benchmark.json", result.inference);
    write_json(own / "hardware_info.json", hardware_json(validation, result));
    write_file_atomically(own / "differences.svg",
                          differences_svg(validation.model + " on " + result.backend,
                                          layer_differences(result.verdicts)));
    write_file_atomically(own / report_name(validation, result.backend),
                          backend_markdown(validation, result));
  }
  write_file_atomically(folder / "VALIDATION_SUMMARY.md", summary_markdown(validation));
}

}  // namespace tutti::report
