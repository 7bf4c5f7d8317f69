// SPDX-License-Identifier: Apache-2.0
// `tutti validate`: one program on every backend, held against the reference.
#include <chrono>

#include "app/arguments.h"
#include "app/ir_files.h"
#include "app/model_weights.h"
#include "app/opened_model.h"
#include "app/output.h"
#include "app/plugins.h"
#include "app/progress.h"
#include "backend/reference/reference_backend.h"
#include "base/calendar.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "op/catalogue.h"
#include "pass/plain_signature.h"
#include "report/latency.h"
#include "report/validation.h"
#include "validate/bisect.h"
#include "validate/consistency.h"
#include "validate/golden.h"
#include "validate/run.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

/// What is validated: a model with its one feature, or a program as it is.
struct Subject {
  std::unique_ptr<OpenedModel> model;  // null for a program's text
  std::vector<ir::Tensor> weights;
  std::unique_ptr<task::Dataset> data;
  int64_t length = 0;
  validate::Program program;
  std::vector<ir::Tensor> expected;  // empty until the reference has run
  std::string reference;
};

bool is_program(const std::string& model) {
  return model.ends_with(".mlir");
}

validate::Program read_program(const ValidateArguments& arguments) {
  auto modules = read_modules(arguments.model_name_or_path);
  if (modules.size() != 1)
    user_error("{}: found {} modules, expected one", arguments.model_name_or_path, modules.size());
  const std::string& name = validate::main_of(modules[0], arguments.model_name_or_path).name;
  const ir::Module module = pass::with_plain_signature(modules[0], name, op::catalogue());
  const ir::Function& function = module.get(name);
  if (function.argument_count() > 0 && arguments.inputs.empty())
    user_error("@{} takes {} arguments: give them with --inputs FILE.safetensors", function.name,
               function.argument_count());
  return validate::text_program(arguments.model_name_or_path, module,
                                arguments.inputs.empty() ? std::vector<ir::Tensor>{}
                                                         : read_inputs(arguments.inputs, function));
}

validate::Program program_of(const Subject& subject) {
  const int64_t first[] = {0};
  // Filler behind the feature, not Hugging Face's padding: it takes no part in loss and gradients.
  const data::Batch batch = data::make_batch(subject.data->features(), first, 1,
                                             {data::Layout::Kind::fixed_rows, subject.length, {}});
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::constant, 3e-5, 0, 0};
  options.weight_decay = 0.01;
  options.max_segment = subject.length;
  const task::Objective& objective = subject.model->objective();
  return validate::model_program(subject.model->path().string(), objective, subject.weights, batch,
                                 options);
}

Subject read_subject(const GlobalOptions& global, const ValidateArguments& arguments) {
  Subject subject;
  subject.reference = arguments.reference;
  if (!arguments.against.empty()) {
    validate::Golden golden = validate::read_golden(arguments.against);
    subject.program = std::move(golden.program);
    subject.expected = std::move(golden.expected);
    subject.reference = std::string(report::kRecorded) + golden.reference;
    return subject;
  }
  if (arguments.model_name_or_path.empty())
    user_error(
        "--model is missing: give a model's folder or name, a program's .mlir file, or --against "
        "with what --record wrote");
  if (is_program(arguments.model_name_or_path)) {
    subject.program = read_program(arguments);
    return subject;
  }
  subject.model = std::make_unique<OpenedModel>(arguments, arguments.tasks, task::Use::validate);
  subject.weights = read_or_make_weights(*subject.model, {static_cast<uint64_t>(arguments.seed),
                                                          arguments.allow_missing_tensors})
                        .read_all();
  subject.length = std::min(arguments.max_seq_length, subject.model->model().positions);
  subject.data = subject.model->task().example(task::Use::validate, subject.length, global.threads);
  subject.program = program_of(subject);
  return subject;
}

/// inference_benchmark.json: answers, and the time of a query of one feature.
Json inference_of(backend::Backend& backend, const Subject& subject,
                  const ValidateArguments& arguments, const validate::FeatureInput& input) {
  const auto forward = validate::forward_program(backend, input, 1);
  validate::Runner runner(backend, forward.module, forward.inputs);
  const data::FeatureSource& features = subject.data->features();
  task::Outputs outputs;
  for (const ir::Tensor& output : runner.run()) {
    // Filler follows the feature's tokens in a row of its own.
    const size_t k = outputs.size();
    const bool by_token = input.objective.output_arrays[k].extent == data::Extent::token;
    const int64_t entries = by_token ? output.type().count() / subject.length * features.length(0)
                                     : output.type().count();
    auto& values = outputs.emplace_back().emplace_back();
    for (int64_t i = 0; i < entries; i++) values.push_back(static_cast<float>(output.float_at(i)));
  }
  const task::Answer answer = subject.data->answer(outputs, 3);
  runner.time(arguments.quick ? 2 : 10);
  Json benchmark = report::latency(runner.time(arguments.quick ? 20 : 100));
  benchmark["device"] = backend.devices()[0].description;
  Json json = {{"model", subject.program.name}};
  json.update(answer.json);
  json["benchmark"] = std::move(benchmark);
  return json;
}

class Validator {
 public:
  Validator(const GlobalOptions& global, const ValidateArguments& arguments)
      : global_(global), arguments_(arguments), subject_(read_subject(global, arguments)) {
    validation_.timestamp = utc_now("%Y-%m-%dT%H:%M:%SZ");
    validation_.version = kVersion;
    validation_.model = subject_.program.name;
    validation_.is_model = subject_.program.is_model;
    if (const OpenedModel* model = subject_.model.get())
      validation_.model_kind =
          fmt::format("{}_{}", model->model().architecture, model->kind().report_name());
    validation_.reference = subject_.reference;
    validation_.no_gradients = subject_.program.no_gradients;
    validation_.command = command_text();
    validation_.root = std::filesystem::current_path().string();
  }

  ExitCode run() {
    const auto targets = open_targets();
    const int64_t parts_of_target = (subject_.model ? 5 : 3) + (arguments_.bisect ? 1 : 0);
    parts_ = (subject_.expected.empty() ? 1 : 0) +
             parts_of_target * static_cast<int64_t>(targets.size());
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

 private:
  /// The flags that are not at their defaults.
  std::string command_text() const {
    ValidateArguments given = arguments_, defaults;
    const ArgumentList list = list_arguments(given), unset = list_arguments(defaults);
    std::string text = "tutti validate";
    for (size_t i = 0; i < list.size(); i++) {
      const std::string value = text_of(list[i]);
      if (value == text_of(unset[i])) continue;
      const bool is_switch = list[i].is_switch();
      text += is_switch ? fmt::format(" --{}", list[i].name)
                        : fmt::format(" --{} '{}'", list[i].name, escaped(value));
    }
    return text;
  }

  struct Target {
    std::string name;  // in reports
    std::unique_ptr<backend::Backend> backend;
  };

  /// Those asked for, or those found. One that is asked for or a plugin's, and cannot be opened, is
  /// noted, not forgotten.
  std::vector<Target> open_targets() {
    const bool asked = !arguments_.backend.empty();
    std::vector<Target> targets;
    for (const std::string& name : asked ? parts_of_list(arguments_.backend) : found_backends()) {
      if (name == subject_.reference)
        user_error("--backend {}: it is the reference, and agreeing with itself proves nothing",
                   name);
      try {
        auto backend = open_backend(name, global_.threads);
        targets.push_back({distinct_name(name, targets), std::move(backend)});
      } catch (const UserError& error) {
        if (error.code() != ExitCode::missing_backend) throw;
        log_message(asked ? LogLevel::error : LogLevel::warning, error.what());
        validation_.absent.push_back({name, error.what(), asked});
      }
    }
    return targets;
  }

  /// Tutti's own backends and the plugins on this machine, without the reference.
  std::vector<std::string> found_backends() const {
    std::vector<std::string> names =
        backend::own_backends([](const backend::Capabilities& can) { return !can.is_judge; });
    const auto settings = backend_options(global_.threads).plugins;
    for (const auto& plugin : backend::pjrt::find_plugins(settings.search))
      names.push_back(plugin.request());
    std::erase(names, subject_.reference);
    return names;
  }

  static std::string distinct_name(const std::string& name, const std::vector<Target>& others) {
    const std::string first = report::file_part(backend::short_name(name));
    std::string candidate = first;
    for (int count = 2;; count++) {
      const bool taken = std::any_of(others.begin(), others.end(),
                                     [&](const Target& other) { return other.name == candidate; });
      if (!taken) return candidate;
      candidate = fmt::format("{}-{}", first, count);
    }
  }

  void run_reference() {
    log_info("validating {}", escaped(subject_.program.name, 1000));
    if (subject_.expected.empty()) {
      begin_part(subject_.reference + " runs it");
      const auto reference = open_backend(subject_.reference, global_.threads);
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

  std::pair<std::vector<ir::Tensor>, int64_t> run_on(backend::Backend& backend) const {
    const auto module = validate::lowered(
        subject_.program.module, [&](const ir::Operation& op) { return backend.supports(op); });
    validate::Runner runner(backend, module, subject_.program.inputs);
    return {runner.run(), runner.memory().peak};
  }

  report::BackendResult validated(const Target& target) {
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

  void add_checks(backend::Backend& backend, report::BackendResult& result) {
    begin_part(result.backend + ": the same bits again");
    result.checks.push_back(validate::check_repeats(backend, subject_.program));
    if (!subject_.model) return;
    begin_part(result.backend + ": the same answers in a batch");
    const auto count =
        static_cast<std::ptrdiff_t>(subject_.model->objective().output_arrays.size());
    const std::vector<ir::Tensor> outputs(subject_.expected.begin(),
                                          subject_.expected.begin() + count);
    for (auto& check :
         validate::check_batches(backend, feature_input(), outputs, result.thresholds))
      result.checks.push_back(std::move(check));
    begin_part(result.backend + ": the time of an answer");
    result.inference = inference_on(backend);
  }

  validate::FeatureInput feature_input() const {
    const task::Objective& objective = subject_.model->objective();
    return {objective, subject_.weights, subject_.data->features(), subject_.length};
  }

  /// Null without a model, and for a backend that is not made to be fast.
  Json inference_on(backend::Backend& backend) const {
    if (!subject_.model || backend.capabilities().is_judge) return nullptr;
    return inference_of(backend, subject_, arguments_, feature_input());
  }

  /// The judge rounds each result here, so that both backends see the same operands.
  void bisect(backend::Backend& backend, report::BackendResult& result) {
    begin_part(result.backend + ": operation by operation");
    backend::ReferenceBackend reference(global_.threads, op::Rounding::typed);
    WorkProgress progress(global_, "compared", "operations");
    validate::BisectOptions options;
    options.progress = [&](size_t done, size_t all) {
      progress.count(static_cast<int64_t>(done), static_cast<int64_t>(all));
    };
    result.bisection = validate::bisect(subject_.program, reference, backend, options);
  }

  void show(const report::BackendResult& result) const {
    if (global_.json) return;
    write_result(report::backend_text(result));
  }

  ExitCode finish() const {
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

  void begin_part(const std::string& what) {
    if (!progress_) progress_.emplace(global_, "", "");
    part_++;
    progress_->part(part_, std::max(part_, parts_), what);
  }

  const GlobalOptions& global_;
  const ValidateArguments& arguments_;
  std::optional<WorkProgress> progress_;
  int64_t part_ = 0, parts_ = 0;
  Subject subject_;
  report::Validation validation_;
};

}  // namespace

ExitCode run_validate(const GlobalOptions& global, const ValidateArguments& arguments) {
  return Validator(global, arguments).run();
}

}  // namespace tutti::app
