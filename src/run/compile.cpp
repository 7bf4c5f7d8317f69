// SPDX-License-Identifier: Apache-2.0
#include "run/compile.h"

#include <algorithm>
#include <chrono>

#include "base/log.h"
#include "base/text.h"
#include "run/compiled_work.h"
#include "run/job_shares.h"
#include "run/model_weights.h"
#include "run/prepared_run.h"
#include "run/targets.h"
#include "train/needed_programs.h"
#include "train/predictions.h"

namespace tutti::run {
namespace {

using Json = nlohmann::ordered_json;

Json json_of_known(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// A program that a device's compiler accepted: its compile time, memory and work.
Json json_of(const backend::pjrt::CompiledProgram& program, const DeviceSpec& device,
             const std::string& precision) {
  const CompiledWork work = work_of(program, device, precision);
  Json json = {{"seconds", program.seconds},
               {"arguments_bytes", program.memory.arguments},
               {"results_bytes", program.memory.results},
               {"temporaries_bytes", program.memory.temporaries},
               {"code_bytes", program.code},
               {"peak_bytes", program.memory.peak},
               {"compilers_peak_bytes", program.heap_peak},
               {"flops", json_of_known(work.flops)},
               {"bytes_accessed", json_of_known(work.bytes)},
               {"matrix_share", json_of_known(work.matrix_share)}};
  if (device.memory_bytes > 0)
    json["memory_share"] =
        static_cast<double>(program.memory.peak) / static_cast<double>(device.memory_bytes);
  json["least_seconds"] = json_of_known(work.least_seconds);
  if (!work.limited_by.empty()) json["limited_by"] = work.limited_by;
  return json;
}

class Compiler {
 public:
  Compiler(const CompileSettings& settings, const Context& context);
  Compiled run();

 private:
  void open_data();
  void make_programs();
  /// Of the training; an evaluation without training compiles like one step.
  int64_t steps() const { return std::max<int64_t>(1, run_.total_steps()); }
  std::vector<train::NeededProgram> needed();
  void compile(const train::NeededProgram& program);
  /// For a batch that does not fit: the part that would.
  std::string advice(const train::NeededProgram& program);
  std::string precision() const {
    return std::string(pass::name_of(run_.programs().options().precision));
  }

  const ChosenTarget target_;
  PreparedRun run_;
  backend::TargetBackend* backend_;
  Json rows_ = Json::array();
  ExitCode code_ = ExitCode::done;
};

Compiler::Compiler(const CompileSettings& settings, const Context& context)
    : target_(find_target(settings.target, settings.devices, known_devices(settings.device_list))),
      run_(settings, context) {
  auto backend = open_target(target_, run_.context());
  backend_ = backend.get();
  run_.set_backend(std::move(backend));
}

void Compiler::open_data() {
  run_.read_validation();
  if (!run_.settings().do_train) return;
  run_.read_data();
  run_.make_loader();
}

void Compiler::make_programs() {
  // Weights are read only if their files determine their types.
  if (run_.model().has_weights() && run_.model().adapter()) {
    FirstValues first = first_values(run_.settings(), run_.settings().seed);
    first.of_no_file = true;
    const model::Weights weights = read_or_make_weights(run_.model(), first);
    run_.make_objective(&weights);
  } else {
    run_.make_objective(nullptr);
  }
  run_.make_programs(steps());
}

std::vector<train::NeededProgram> Compiler::needed() {
  std::vector<train::NeededProgram> list;
  if (run_.has_loader())
    list = train::needed_programs(run_.programs(), run_.loader(), run_.total_steps(),
                                  world_of(run_.settings()));
  if (!run_.validation()) return list;
  const int64_t batch = run_.settings().per_device_eval_batch_size;
  const data::Layout layout = run_.evaluation_layout(run_.programs(), batch);
  for (const task::BatchShape& shape :
       train::prediction_shape(run_.validation()->features(), batch, layout).shapes)
    list.push_back({step::kForward, shape});
  return list;
}

std::string Compiler::advice(const train::NeededProgram& program) {
  const bool evaluates = program.function == step::kForward;
  const int64_t given = evaluates ? run_.settings().per_device_eval_batch_size
                                  : run_.settings().per_device_train_batch_size;
  if (!step::takes_batch(program.function))
    return "Take a smaller model, or --offload_optimizer cpu";
  const auto shape_of = [&](int64_t batch) {
    if (!evaluates)
      return train::largest_micro_batch({run_.programs(), run_.loader(), 0, run_.total_steps()},
                                        batch);
    const data::Layout layout = run_.evaluation_layout(run_.programs(), batch);
    return train::prediction_shape(run_.validation()->features(), batch, layout).largest;
  };
  log_info("searching for a batch that fits, which compiles @{} several more times",
           program.function);
  const int64_t largest = train::largest_that_fits(given, [&](int64_t batch) {
    return run_.programs().lack(program.function, shape_of(batch)).empty();
  });
  if (largest == 0) return "Not even one feature fits: take a smaller model or --max_seq_length";
  return evaluates ? fmt::format("--per_device_eval_batch_size {} fits", largest)
                   : fmt::format(
                         "--per_device_train_batch_size {} fits; with "
                         "--gradient_accumulation_steps the step stays the same",
                         largest);
}

void Compiler::compile(const train::NeededProgram& program) {
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
    const std::string lack = run_.programs().lack(program.function, program.shape);
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
    // The compiler rejected this program; without a compiler at all, the command ends.
    if (error.code() != ExitCode::usage) throw;
    row["reason"] = error.what();
    if (code_ == ExitCode::done) code_ = error.code();
  }
  rows_.push_back(std::move(row));
}

Compiled Compiler::run() {
  const auto begin = std::chrono::steady_clock::now();
  if (!run_.settings().compiled_dir.empty()) backend_->keep_in(run_.settings().compiled_dir);
  open_data();
  make_programs();
  for (const train::NeededProgram& program : needed()) compile(program);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const auto& compiled = backend_->programs();
  Json report = {{"target", target_.target.name},
                 {"device_kind", compiled.empty() ? "" : compiled[0].device_kind},
                 {"compiler", compiled.empty() ? "" : compiled[0].compiler},
                 {"devices_together", run_.programs().options().devices},
                 {"memory_bytes", target_.target.memory_bytes},
                 {"precision", precision()},
                 {"steps", run_.settings().do_train ? run_.total_steps() : 0},
                 {"seconds", seconds.count()},
                 {"programs", std::move(rows_)},
                 {"compiled_dir", run_.settings().compiled_dir}};
  return {std::move(report), code_};
}

}  // namespace

Compiled compile(const CompileSettings& settings, const Context& context) {
  return Compiler(settings, context).run();
}

}  // namespace tutti::run
