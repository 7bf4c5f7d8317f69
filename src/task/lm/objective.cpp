// SPDX-License-Identifier: Apache-2.0
#include "task/lm/objective.h"

#include "op/emit.h"
#include "task/causal/objective.h"

namespace tutti::task::lm {

Objective next_word(const model::Model& model) {
  Objective objective = causal::next_token(model);
  objective.outputs = [words = objective.outputs](
                          ir::Builder& b, const model::ParameterValues& parameters,
                          const BatchValues& batch, model::ForwardOptions options) {
    std::vector<ir::Value> own;
    options.own_losses = &own;
    std::vector<ir::Value> outputs = words(b, parameters, batch, options);
    outputs.insert(outputs.end(), own.begin(), own.end());
    return outputs;
  };
  objective.loss = [words = objective.loss, count = objective.output_arrays.size()](
                       ir::Builder& b, const std::vector<ir::Value>& outputs,
                       const BatchValues& batch) {
    const auto middle = outputs.begin() + static_cast<std::ptrdiff_t>(count);
    Loss loss = words(b, {outputs.begin(), middle}, batch);
    for (auto own = middle; own != outputs.end(); ++own)
      loss.sum = op::add(b, loss.sum, op::multiply(b, *own, loss.weight));
    return loss;
  };
  return objective;
}

}  // namespace tutti::task::lm
