// SPDX-License-Identifier: Apache-2.0
#include "train/nonfinite.h"

#include <cmath>

#include "base/log.h"
#include "op/interpreter.h"

namespace tutti::train {
namespace {

bool finite(const ir::Array& array) {
  for (double value : array.floats)
    if (!std::isfinite(value)) return false;
  return true;
}

struct Found {
  std::string what;
};

/// Parameters, step and seed, as @gradients takes them.
std::vector<ir::Array> state_arguments(Programs& programs, const TrainingState& state,
                                       int64_t step) {
  std::vector<ir::Array> arguments;
  const auto download = [&](const backend::Buffer& buffer) {
    return ir::Array(programs.backend().download(buffer));
  };
  for (size_t i = 0; i < state.parameter_count(); i++) {
    arguments.push_back(download(state.buffers()[i]));
    if (!finite(arguments.back()))
      throw Found{fmt::format("parameter {} is not finite before the step",
                              programs.objective().parameters[i].name)};
  }
  arguments.push_back(
      ir::Array(ir::Tensor::of_ints(ir::Type::scalar(ir::ElementType::i32), {step})));
  arguments.push_back(download(state.buffers().back()));
  return arguments;
}

/// Throws Found at the first operation whose result is not finite.
void run_gradients(Programs& programs, std::vector<ir::Array> arguments, const data::Batch& batch) {
  const ir::Module module =
      step::step_function("gradients", programs.objective(), shape_of(batch), programs.options());
  for (const ir::Tensor& tensor :
       batch_tensors(programs.objective(), batch, programs.options().element))
    arguments.emplace_back(tensor);
  op::InterpreterOptions options;
  options.observe = [&](const ir::Operation& op, const std::vector<ir::Array>& results) {
    for (const ir::Array& result : results)
      if (!finite(result))
        throw Found{fmt::format("the first operation whose result is not: {} at {}", op.name(),
                                op.location.str())};
  };
  op::interpret(module, "gradients", std::move(arguments), options);
}

}  // namespace

void report_nonfinite(Programs& programs, TrainingState& state, int64_t state_step,
                      const std::vector<std::vector<data::Batch>>& rounds, int64_t step) {
  const std::string since =
      state_step == step
          ? ""
          : fmt::format(", looked for with the parameters of step {}, which the device had reached",
                        state_step);
  try {
    const std::vector<ir::Array> arguments = state_arguments(programs, state, step);
    for (const auto& round : rounds)
      for (const data::Batch& batch : round)
        if (batch.real > 0) run_gradients(programs, arguments, batch);
  } catch (const Found& found) {
    log_warning("step {}: the loss or a gradient is not finite; {}{}. The step was left out",
                step + 1, found.what, since);
    return;
  }
  log_warning(
      "step {}: the loss or a gradient is not finite on the device, but is by the reference{}; the "
      "step was left out",
      step + 1, since);
}

}  // namespace tutti::train
