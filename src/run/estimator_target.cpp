// SPDX-License-Identifier: Apache-2.0
// An estimate by an absent device's compiler.
#include <algorithm>

#include "base/log.h"
#include "run/estimator.h"
#include "run/python_folders.h"

namespace tutti::run {
namespace {

using Json = nlohmann::ordered_json;
using backend::pjrt::CompiledProgram;

Json program_json(const CompiledProgram& program) {
  return {{"function", program.function},
          {"peak_bytes", program.memory.peak},
          {"arguments_bytes", program.memory.arguments},
          {"results_bytes", program.memory.results},
          {"temporaries_bytes", program.memory.temporaries},
          {"compile_seconds", program.seconds}};
}

/// The first program of that name; null if there is none.
const CompiledProgram* program_named(const std::vector<CompiledProgram>& programs, size_t count,
                                     std::string_view name) {
  for (size_t i = 0; i < std::min(count, programs.size()); i++)
    if (programs[i].function == name) return &programs[i];
  return nullptr;
}

}  // namespace

void Estimator::add_target_memory(Json& result, const train::RunOutline& outline,
                                  const train::Fit& fit) {
  target_programs_ = target_->programs().size();
  Json programs = Json::array();
  int64_t peak = 0;
  double seconds = 0;
  for (const CompiledProgram& program : target_->programs()) {
    programs.push_back(program_json(program));
    peak = std::max(peak, program.memory.peak);
    seconds += program.seconds;
  }
  time_.compiling = seconds;
  result["target"] = {{"name", target_->target().name},
                      {"arrangement", target_->target().topology.name},
                      {"compiler", package_of(target_->library())},
                      {"memory_bytes", target_->target().memory_bytes},
                      {"programs", programs}};
  if (!fit.plan) {
    result["memory"] = {{"fits", false}, {"reason", fit.lack}};
    return;
  }
  // Only a step has everything on the device among its arguments, results and temporaries.
  const bool only_step = target_programs_ == 1;
  const int64_t total = only_step ? peak : std::max(peak, fit.plan->total());
  const int64_t batch = run_.settings().per_device_train_batch_size;
  const int64_t most = std::max(batch, run_.data().features().size());
  const int64_t largest = largest_by_line(
      batch, most, target_->target().memory_bytes, [&](int64_t size) -> std::optional<int64_t> {
        const train::Fit other = size == batch ? fit : train::run_fit(outline, size);
        if (!other.plan) return std::nullopt;
        return other.plan->total();
      });
  const int64_t parameters = train::parameter_bytes(run_.programs().layout());
  result["memory"] = {{"fits", true},
                      {"total_bytes", total},
                      {"parameters_bytes", parameters},
                      {"moments_bytes", fit.plan->state - parameters},
                      {"gradient_sums_bytes", fit.plan->gradients},
                      {"step_bytes", fit.plan->step},
                      {"evaluation_bytes", fit.plan->evaluation},
                      {"largest_train_batch", largest},
                      {"largest_is_all_data", largest == most}};
  result["target"]["compilations"] = target_->compilations();
}

TargetTime Estimator::target_step() const {
  const auto time_of = [&](std::string_view function) {
    const CompiledProgram* program = program_named(target_->programs(), target_programs_, function);
    if (!program || program->optimized.empty()) return TargetTime();
    const auto hlo = backend::pjrt::read_hlo(program->optimized, program->optimized_format);
    return target_time(backend::pjrt::costs_of(hlo), target_device_);
  };
  TargetTime time = time_of(step::kStep);
  if (time.seconds > 0) return time;
  const double micro = static_cast<double>(run_.loader().micro_batches()) /
                       static_cast<double>(run_.settings().devices);
  time.add(time_of(step::kGradients), micro);
  time.add(time_of(step::kMerge), std::max(0.0, micro - 1));
  time.add(time_of(train::updating_function(run_.programs())), 1);
  return time;
}

void Estimator::add_target_time(Json& result) {
  const TargetTime time = target_step();
  if (time.product_flops == 0) {
    log_warning("{} does not report the work of its programs: no time is estimated",
                package_of(target_->library()));
    return;
  }
  // The programs are for the largest batch; the mean batch has less to compute.
  const double flops = mean_flops_ / static_cast<double>(run_.settings().devices);
  const double share = std::min(1.0, flops / time.product_flops);
  const auto sums = static_cast<double>(train::trained_bytes(run_.programs().layout()));
  const double step = time.seconds * share + exchange_seconds(sums, target_device_, together());
  const RunTime run = run_time(step, 0, together());
  Json json = json_of(run);
  json["flops_a_step"] = flops;
  json["compiled_flops_a_step"] = time.product_flops;
  json["other_flops_a_step"] = time.other_flops;
  json["bytes_a_step"] = time.bytes;
  json["limit"] = time.limit();
  json["compiling_seconds"] = time_.compiling;
  json["product_efficiency"] = target_device_.product_efficiency;
  json["memory_efficiency"] = target_device_.memory_efficiency;
  json["launch_seconds"] = target_device_.launch_seconds;
  if (target_device_.price) json["cost"] = cost_json(run, *target_device_.price, together());
  result["time"] = std::move(json);
}

}  // namespace tutti::run
