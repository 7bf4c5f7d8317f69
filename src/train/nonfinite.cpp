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

struct Found {};

}  // namespace

void report_nonfinite(Programs& programs, TrainingState& state,
                      const std::vector<data::Batch>& batches, int64_t step) {
  backend::Backend& backend = programs.backend();
  const auto download = [&](const backend::Buffer& buffer) {
    return ir::Array(backend.download(buffer));
  };
  for (const data::Batch& batch : batches) {
    const ir::Module module =
        step::step_function("gradients", programs.objective(), shape_of(batch), programs.options());
    std::vector<ir::Array> arguments;
    const auto& buffers = state.buffers();
    for (size_t i = 0; i < state.parameter_count(); i++) {
      arguments.push_back(download(buffers[i]));
      if (!finite(arguments.back())) {
        log_warning("step {}: the loss is not finite; parameter {} is not finite before the step",
                    step, programs.objective().parameters[i].name);
        return;
      }
    }
    arguments.push_back(
        ir::Array(ir::Tensor::of_ints(ir::Type::scalar(ir::ElementType::i32), {step})));
    arguments.push_back(download(buffers.back()));
    for (const backend::Buffer& buffer : programs.upload(batch))
      arguments.push_back(download(buffer));
    op::InterpreterOptions options;
    options.observe = [&](const ir::Operation& op, const std::vector<ir::Array>& results) {
      for (const ir::Array& result : results) {
        if (finite(result)) continue;
        log_warning(
            "step {}: the loss or a gradient is not finite; the first operation whose result is "
            "not: {} at {}. The step "
            "was left out",
            step, op.name(), op.location.str());
        throw Found{};
      }
    };
    try {
      op::interpret(module, "gradients", std::move(arguments), options);
    } catch (const Found&) {
      return;
    }
  }
  log_warning(
      "step {}: the loss or a gradient is not finite on the device, but is by the reference; the "
      "step was left out",
      step);
}

}  // namespace tutti::train
