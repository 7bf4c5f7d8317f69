// SPDX-License-Identifier: Apache-2.0
#include "run/evaluation_files.h"

namespace tutti::run {

nlohmann::ordered_json evaluation_results(const task::Evaluation& evaluation, int64_t features,
                                          double seconds) {
  nlohmann::ordered_json results;
  for (const auto& [name, value] : evaluation.metrics.items()) results["eval_" + name] = value;
  results["eval_samples"] = features;
  results["eval_runtime"] = seconds;
  results["eval_samples_per_second"] = seconds > 0 ? static_cast<double>(features) / seconds : 0.0;
  return results;
}

std::string metrics_text(const nlohmann::ordered_json& metrics) {
  std::string text;
  for (const auto& [name, value] : metrics.items())
    if (value.is_number())
      text += fmt::format("{}{} {:.5g}", text.empty() ? "" : "  ", name, value.get<double>());
  return text;
}

void write_evaluation(const task::Evaluation& evaluation, const nlohmann::ordered_json& results,
                      const Path& folder) {
  for (const task::ResultFile& file : evaluation.files) {
    const Path path = folder / ("eval_" + file.name);
    std::error_code ignored;
    if (file.content)
      write_file_atomically(path, *file.content);
    else
      std::filesystem::remove(path, ignored);
  }
  write_file_atomically(folder / "eval_results.json", results.dump(2) + "\n");
}

}  // namespace tutti::run
