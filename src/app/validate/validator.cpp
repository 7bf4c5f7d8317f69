// SPDX-License-Identifier: Apache-2.0
#include "app/validate/validator.h"

#include <chrono>

#include "app/process/context.h"
#include "app/process/output.h"
#include "app/process/work_progress.h"
#include "app/shell/arguments.h"
#include "app/validate/validate_subject.h"
#include "backend/reference/reference_backend.h"
#include "base/calendar.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "format/argument_values.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "run/backends.h"
#include "run/opened_model.h"
#include "validate/bisect.h"
#include "validate/golden.h"
#include "validate/run.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

}  // namespace

Validator::Validator(const GlobalOptions& global, const ValidateArguments& arguments)
    : global_(global), arguments_(arguments), subject_(read_subject(global, arguments)) {
  validation_.timestamp = utc_now("%Y-%m-%dT%H:%M:%SZ");
  validation_.version = kVersion;
  validation_.model = subject_.program.name;
  validation_.is_model = subject_.program.is_model;
  if (const run::OpenedModel* model = subject_.model.get())
    validation_.model_kind =
        fmt::format("{}_{}", model->model().architecture, model->kind().report_name());
  validation_.reference = subject_.reference;
  validation_.no_gradients = subject_.program.no_gradients;
  validation_.command = command_text();
  validation_.root = std::filesystem::current_path().string();
}

ExitCode Validator::run() {
  const auto targets = open_targets();
  const int64_t parts_of_target = (subject_.model ? 5 : 3) + (arguments_.bisect ? 1 : 0);
  parts_ =
      (subject_.expected.empty() ? 1 : 0) + parts_of_target * static_cast<int64_t>(targets.size());
  make_output_folder(arguments_.output);
  run_reference();
  for (const auto& target : targets) {
    validation_.backends.push_back(validated(target));
    progress_.reset();
    show(validation_.backends.back());
  }
  report::write_results(arguments_.output, validation_);
  return finish();
}

std::string Validator::command_text() const {
  ValidateArguments given = arguments_, defaults;
  const ArgumentList list = list_arguments(given), unset = list_arguments(defaults);
  std::string text = "tutti validate";
  for (size_t i = 0; i < list.size(); i++) {
    const std::string value = format::text_of(list[i]);
    if (value == format::text_of(unset[i])) continue;
    const bool is_switch = list[i].is_switch();
    text += is_switch ? fmt::format(" --{}", list[i].name)
                      : fmt::format(" --{} '{}'", list[i].name, escaped(value));
  }
  return text;
}

void Validator::run_reference() {
  log_info("validating {}", escaped(subject_.program.name, 1000));
  if (subject_.expected.empty()) {
    begin_part(subject_.reference + " runs it");
    const auto reference = run::open_backend(subject_.reference, context_of(global_));
    auto [results, bytes] = run_on(*reference);
    subject_.expected = std::move(results);
    validation_.reference_performance = report::performance_json(inference_on(*reference), bytes);
  }
  progress_.reset();
  if (arguments_.record.empty()) return;
  validate::write_golden(arguments_.record, subject_.program, subject_.expected,
                         subject_.reference);
  log_info("recorded inputs and results in {}", arguments_.record);
}

std::pair<std::vector<ir::Tensor>, int64_t> Validator::run_on(backend::Backend& backend) const {
  const auto module = validate::lowered(
      subject_.program.module, [&](const ir::Operation& op) { return backend.supports(op); });
  validate::Runner runner(backend, module, subject_.program.inputs);
  return {runner.run(), runner.memory().peak};
}

report::BackendResult Validator::validated(const Target& target) {
  backend::Backend& backend = *target.backend;
  report::BackendResult result;
  result.backend = target.name;
  result.kind = backend.device_kind();
  result.devices = backend.devices();
  result.thresholds = validate::thresholds_of(backend.device_kind());
  if (arguments_.tolerance > 0) result.thresholds.difference = arguments_.tolerance;
  if (arguments_.cosine_threshold > 0) result.thresholds.cosine = arguments_.cosine_threshold;
  const auto begin = Clock::now();
  begin_part(result.backend + " runs it");
  try {
    auto [found, bytes] = run_on(backend);
    result.memory_bytes = bytes;
    result.verdicts =
        validate::judge(subject_.program, subject_.expected, found, result.thresholds);
    begin_part(result.backend + ": its arithmetic");
    result.numerics = validate::numerics_of(backend);
    add_checks(backend, result);
    if (arguments_.bisect || !validate::all_passed(result.verdicts)) bisect(backend, result);
  } catch (const UserError& error) {
    result.failure = error.what();
    progress_.reset();
    log_message(LogLevel::error, fmt::format("{}: {}", result.backend, error.what()));
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

void Validator::add_checks(backend::Backend& backend, report::BackendResult& result) {
  begin_part(result.backend + ": the same bits again");
  result.checks.push_back(validate::check_repeats(backend, subject_.program));
  if (!subject_.model) return;
  begin_part(result.backend + ": the same answers in a batch");
  const auto count = static_cast<std::ptrdiff_t>(subject_.model->objective().output_arrays.size());
  const std::vector<ir::Tensor> outputs(subject_.expected.begin(),
                                        subject_.expected.begin() + count);
  for (auto& check : validate::check_batches(backend, feature_input(), outputs, result.thresholds))
    result.checks.push_back(std::move(check));
  begin_part(result.backend + ": the time of an answer");
  result.inference = inference_on(backend);
}

validate::FeatureInput Validator::feature_input() const {
  const task::Objective& objective = subject_.model->objective();
  return {objective, subject_.weights, subject_.data->features(), subject_.length};
}

Json Validator::inference_on(backend::Backend& backend) const {
  if (!subject_.model || backend.capabilities().is_judge) return nullptr;
  return inference_of(backend, subject_, arguments_, feature_input());
}

void Validator::bisect(backend::Backend& backend, report::BackendResult& result) {
  begin_part(result.backend + ": operation by operation");
  backend::ReferenceBackend reference(global_.threads, op::Rounding::typed);
  WorkProgress progress(global_, "compared", "operations");
  validate::BisectOptions options;
  options.progress = [&](size_t done, size_t all) {
    progress.count(static_cast<int64_t>(done), static_cast<int64_t>(all));
  };
  result.bisection = validate::bisect(subject_.program, reference, backend, options);
}

void Validator::show(const report::BackendResult& result) const {
  if (global_.json) return;
  write_text(report::backend_text(result));
}

ExitCode Validator::finish() const {
  if (global_.json) {
    Json json = report::cross_backend_json(validation_);
    json["output"] = arguments_.output;
    json["status"] = validation_.status();
    write_result_json(json);
  } else {
    write_result(fmt::format("{}: {}\n", validation_.status(),
                             (Path(arguments_.output) / "VALIDATION_SUMMARY.md").string()));
  }
  if (validation_.backends.empty() && validation_.absent.empty())
    log_message(LogLevel::error, "no backend to compare with the reference was found");
  if (validation_.lacks_backend()) return ExitCode::missing_backend;
  return validation_.passed() ? ExitCode::done : ExitCode::check_failed;
}

void Validator::begin_part(const std::string& what) {
  if (!progress_) progress_.emplace(global_, "", "");
  part_++;
  progress_->part(part_, std::max(part_, parts_), what);
}

}  // namespace tutti::app
