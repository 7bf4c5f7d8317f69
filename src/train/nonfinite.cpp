// SPDX-License-Identifier: Apache-2.0
#include "train/nonfinite.h"

#include <numeric>

#include "base/log.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "pass/rewrite.h"

namespace tutti::train {
namespace {

using ir::Value;

/// @gradients that gives, instead of sums, whether all elements of a value are finite: of each of
/// its parameters and of each result of its operations, in order.
struct WatchedGradients {
  ir::Module module;
  std::vector<std::string> values;
};

Value all_finite(ir::Builder& b, Value value) {
  const Value finite = b.one("stablehlo.is_finite", {value});
  if (value->type.shape.empty()) return finite;
  std::vector<int64_t> axes(value->type.shape.size());
  std::iota(axes.begin(), axes.end(), int64_t{0});
  return op::reduce(b, finite, axes, "stablehlo.and", 1);
}

WatchedGradients watched_gradients(const Programs& programs, const task::BatchShape& shape) {
  step::StepOptions options = programs.options();
  options.devices = 1;
  const ir::Module gradients =
      step::step_function(step::kGradients, programs.objective(), shape, options);
  const ir::Function& from = gradients.get(step::kGradients);
  ir::ValueMap map;
  auto function = ir::declaration_of(from, map);
  ir::Builder b(function->body, op::catalogue());
  pass::append_body(b, from.body, map);

  WatchedGradients watched;
  std::vector<Value> flags;
  const auto watch = [&](Value value, const std::string& name) {
    if (!ir::is_float(value->type.element)) return;
    flags.push_back(all_finite(b, map.at(value)));
    watched.values.push_back(name);
  };
  const auto& parameters = programs.objective().parameters;
  for (size_t i = 0; i < parameters.size(); i++)
    watch(from.argument(i),
          fmt::format("parameter {} is not finite before the step", parameters[i].name));
  for (const auto& op : from.body.operations)
    for (const Value result : op->results())
      watch(result, fmt::format("the first operation with a non-finite result: {} at {}",
                                op->name(), op->location.str()));
  pass::finish(*function, b, flags);
  watched.module.functions.push_back(std::move(function));
  return watched;
}

/// What is not finite first; nothing if all is.
std::optional<std::string> find_nonfinite(Programs& programs, const TrainingState& state,
                                          const data::Batch& batch, int64_t step) {
  WatchedGradients watched = watched_gradients(programs, shape_of(batch));
  const auto program = programs.compile(std::move(watched.module), step::kGradients);
  backend::Backend& backend = programs.backend();
  const step::StateLayout& layout = state.layout();
  std::vector<backend::Buffer> buffers = state.buffers();
  buffers[layout.step()] = backend.upload(
      ir::Tensor::of_ints(layout.state()[layout.step()].type, {step}), backend.devices()[0]);
  std::vector<backend::Buffer> arguments = layout.gradient_arguments(buffers);
  for (backend::Buffer& buffer : programs.upload(batch)) arguments.push_back(std::move(buffer));
  std::vector<backend::Buffer> flags(watched.values.size());
  execute(*program, arguments, flags);
  for (size_t i = 0; i < flags.size(); i++)
    if (backend.download(flags[i]).int_at(0) == 0) return watched.values[i];
  return std::nullopt;
}

}  // namespace

void report_nonfinite(Programs& programs, TrainingState& state, int64_t state_step,
                      const std::vector<std::vector<data::Batch>>& rounds, int64_t step,
                      bool is_alone) {
  const std::string since =
      state_step == step
          ? ""
          : fmt::format(", found with the parameters of step {}, which the device had reached",
                        state_step);
  std::optional<std::string> found;
  for (const auto& round : rounds)
    for (const data::Batch& batch : round)
      if (!found && batch.real > 0) found = find_nonfinite(programs, state, batch, step);
  const std::string otherwise =
      is_alone
          ? "each operation is when it is run again, so the gradients' norm is not"
          : "each operation of this process is when it is run again, so one of another process "
            "or the gradients' norm is not";
  log_warning("step {}: the loss or a gradient is not finite; {}{}. The step is skipped", step + 1,
              found.value_or(otherwise), since);
}

}  // namespace tutti::train
