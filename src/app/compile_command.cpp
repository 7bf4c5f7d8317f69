// SPDX-License-Identifier: Apache-2.0
// `tutti compile`: each program of a training, compiled by the compiler of a device that is not
// here. It reads what the training would read, and runs nothing.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands.h"
#include "app/compile_report.h"
#include "app/compile_target.h"
#include "app/job_shares.h"
#include "app/loaded_model.h"
#include "app/output.h"
#include "app/pass_control.h"
#include "app/train_data.h"
#include "app/train_settings.h"
#include "base/log.h"
#include "base/text.h"
#include "format/gguf.h"
#include "format/sharded.h"
#include "train/memory_plan.h"
#include "train/needed_programs.h"
#include "train/predictions.h"
#include "train/run_memory.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using task::Split;

void expect_programs(const CompileArguments& a) {
  if (a.target.empty())
    user_error(
        "--target is missing: expected the device to compile for, such as tpu:v5e or cuda:h100");
  if (!a.do_train && !a.do_eval)
    user_error(
        "--do_train and --do_eval are missing: the programs of a training are compiled; give its "
        "flags");
  if (a.model_name_or_path.empty())
    user_error("--model_name_or_path is missing: a folder with config.json");
  if (a.auto_find_batch_size)
    user_error(
        "--auto_find_batch_size: programs are compiled for the batch that is given; leave it out");
  if (a.pad_to_multiple_of == "auto")
    user_error("--pad_to_multiple_of auto: it is measured on the device itself; expected a number");
}

/// The objective that a training keeps. Weights are read only where their files say how they are
/// stored.
task::Objective compiled_objective(const OpenedModel& model, const TrainArguments& arguments,
                                   pass::Precision precision) {
  const bool has_files = format::is_gguf(model.path()) || !format::missing_weights(model.path());
  if (!has_files || !model.adapter()) return kept_objective(model, precision);
  FirstValues first = first_values(arguments, arguments.seed);
  first.of_no_file = true;
  return kept_objective(model, read_or_make_weights(model, first), precision);
}

class CompileCommand {
 public:
  CompileCommand(const GlobalOptions& global, const CompileArguments& arguments,
                 const TrainArguments& resolved);
  ExitCode run();

 private:
  void open_data();
  std::vector<train::NeededProgram> needed();
  void compile(const train::NeededProgram& program);
  /// What of a batch that does not fit would.
  std::string advice(const train::NeededProgram& program);
  std::string precision() const {
    return std::string(pass::name_of(programs_->options().precision));
  }

  const GlobalOptions& global_;
  TrainArguments arguments_;
  const ChosenTarget target_;
  OpenedModel model_;
  std::unique_ptr<backend::TargetBackend> backend_;
  std::unique_ptr<task::Dataset> data_, validation_;
  std::optional<data::Loader> loader_;
  std::optional<task::Objective> objective_;
  std::optional<train::Programs> programs_;
  int64_t total_ = 1;
  Json rows_ = Json::array();
  ExitCode code_ = ExitCode::done;
};

CompileCommand::CompileCommand(const GlobalOptions& global, const CompileArguments& arguments,
                               const TrainArguments& resolved)
    : global_(global),
      arguments_(resolved),
      target_(
          find_target(arguments.target, resolved.devices, known_devices(arguments.device_list))),
      model_(
          resolved, resolved.tasks, task::Use::train,
          [&](const task::TaskKind& kind) {
            return resolved.do_train ? files_of(resolved, Split::train, kind) : std::vector<Path>();
          },
          &resolved.lora),
      backend_(open_target(target_, global.threads)) {
  arguments_.max_seq_length = model_.length_of(resolved.max_seq_length);
}

void CompileCommand::open_data() {
  if (arguments_.do_eval)
    validation_ =
        model_.read(reading_of(arguments_, Split::validation, model_.kind(), global_.threads));
  if (!arguments_.do_train) return;
  data_ = model_.read(reading_of(arguments_, Split::train, model_.kind(), global_.threads));
  loader_.emplace(data_->features(), loader_options(arguments_, model_.kind(), *backend_));
  total_ = arguments_.max_steps > 0 ? arguments_.max_steps
                                    : loader_->steps_of(arguments_.num_train_epochs);
}

std::vector<train::NeededProgram> CompileCommand::needed() {
  std::vector<train::NeededProgram> list;
  if (loader_) list = train::needed_programs(*programs_, *loader_, total_, world_of(arguments_));
  if (!validation_) return list;
  const int64_t batch = arguments_.per_device_eval_batch_size;
  const data::Layout layout = evaluation_layout(arguments_, model_.kind(), *programs_, batch);
  for (const task::BatchShape& shape :
       train::prediction_shape(validation_->features(), batch, layout).shapes)
    list.push_back({"forward", shape});
  return list;
}

std::string CompileCommand::advice(const train::NeededProgram& program) {
  const bool evaluates = program.function == "forward";
  const int64_t given =
      evaluates ? arguments_.per_device_eval_batch_size : arguments_.per_device_train_batch_size;
  if (!step::takes_batch(program.function))
    return "Take a smaller model, or --offload_optimizer cpu";
  const auto shape_of = [&](int64_t batch) {
    if (!evaluates) return train::largest_micro_batch({*programs_, *loader_, 0, total_}, batch);
    const data::Layout layout = evaluation_layout(arguments_, model_.kind(), *programs_, batch);
    return train::prediction_shape(validation_->features(), batch, layout).largest;
  };
  log_info("looking for a batch that fits, which compiles @{} some times more", program.function);
  const int64_t largest = train::largest_that_fits(given, [&](int64_t batch) {
    return programs_->lack(program.function, shape_of(batch)).empty();
  });
  if (largest == 0) return "Not even one feature fits: take a smaller model or --max_seq_length";
  return evaluates ? fmt::format("--per_device_eval_batch_size {} fits", largest)
                   : fmt::format(
                         "--per_device_train_batch_size {} fits; with "
                         "--gradient_accumulation_steps the step stays the same",
                         largest);
}

void CompileCommand::compile(const train::NeededProgram& program) {
  log_info("@{}{}: compiling for {}", program.function,
           program.shape.rows > 0
               ? fmt::format(" {} x {}", program.shape.rows, program.shape.length)
               : "",
           target_.target.name);
  Json row = {{"function", program.function},
              {"rows", program.shape.rows},
              {"length", program.shape.length},
              {"features", program.shape.features},
              {"fits", false},
              {"reason", ""}};
  try {
    const std::string lack = programs_->lack(program.function, program.shape);
    if (const auto* compiled = backend_->latest()) {
      row.update(json_of(*compiled, target_.device, precision()));
      row["sha256"] = compiled->text_hash;
    }
    row["fits"] = lack.empty();
    if (!lack.empty()) {
      row["reason"] = fmt::format("{}. {}", lack, advice(program));
      code_ = ExitCode::out_of_memory;
    }
  } catch (const UserError& error) {
    // One that the compiler does not take; without the compiler there is nothing to go on with.
    if (error.code() != ExitCode::usage) throw;
    row["reason"] = error.what();
    if (code_ == ExitCode::done) code_ = error.code();
  }
  rows_.push_back(std::move(row));
}

ExitCode CompileCommand::run() {
  const auto begin = std::chrono::steady_clock::now();
  if (!arguments_.compiled_dir.empty()) backend_->keep_in(arguments_.compiled_dir);
  open_data();
  const step::StepOptions options = step_options(arguments_, *backend_, total_);
  objective_.emplace(compiled_objective(model_, arguments_, options.precision));
  programs_.emplace(*backend_, *objective_, options, pass_control(arguments_));
  for (const train::NeededProgram& program : needed()) compile(program);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const auto& compiled = backend_->programs();
  const Json report = {{"target", target_.target.name},
                       {"device_kind", compiled.empty() ? "" : compiled[0].device_kind},
                       {"compiler", compiled.empty() ? "" : compiled[0].compiler},
                       {"devices_together", programs_->options().devices},
                       {"memory_bytes", target_.target.memory_bytes},
                       {"precision", precision()},
                       {"steps", arguments_.do_train ? total_ : 0},
                       {"seconds", seconds.count()},
                       {"programs", std::move(rows_)},
                       {"compiled_dir", arguments_.compiled_dir}};
  if (global_.json)
    write_result_json(report);
  else
    write_result(compile_text(report));
  return code_;
}

}  // namespace

ExitCode run_compile(const GlobalOptions& global, const CompileArguments& arguments) {
  expect_programs(arguments);
  return CompileCommand(global, arguments, resolved_arguments(arguments)).run();
}

}  // namespace tutti::app
