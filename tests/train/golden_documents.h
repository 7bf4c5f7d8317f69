// SPDX-License-Identifier: Apache-2.0
// The golden row of decoders: two documents that do not see each other.
#pragma once

#include "golden_run.h"
#include "op/emit.h"
#include "task/causal/objective.h"

namespace tutti::test {

/// What gives the logits of each token. Its loss is there because an objective has one.
inline task::Objective logits_objective(model::Model model) {
  task::Objective objective = task::causal::next_token(model);
  objective.outputs = [model = std::move(model)](
                          ir::Builder& b, const model::ParameterValues& parameters,
                          const task::BatchValues& batch, const model::ForwardOptions& options) {
    return std::vector<ir::Value>{model.next_token_logits(
        b, parameters, model.hidden_states(b, parameters, task::tokens_of(batch), options))};
  };
  objective.loss = [](ir::Builder& b, const std::vector<ir::Value>& outputs,
                      const task::BatchValues&) {
    ir::Value sum = op::reduce_sum(b, outputs[0], {0, 1, 2});
    return task::Loss{sum, op::constant_like(b, sum, 1)};
  };
  return objective;
}

/// The golden row: labels are shifted here, so that each token has the one that follows it.
inline std::vector<ir::Tensor> document_batch(const Golden& golden, const task::BatchShape& shape,
                                              ir::ElementType element) {
  const ir::Type tokens = ir::Type::tensor(ir::ElementType::i32, {shape.rows, shape.length});
  const std::vector<int64_t> labels = golden.ints("labels"), ids = golden.ints("input_ids");
  std::vector<int64_t> segment = golden.ints("segment"), zeros(ids.size(), 0), target = zeros;
  const int64_t first = *std::min_element(segment.begin(), segment.end());
  for (int64_t& s : segment) s += 1 - first;  // ours are numbered from 1
  std::vector<double> counts(ids.size(), 0);
  for (size_t i = 0; i + 1 < labels.size(); i++) {
    if (labels[i + 1] < 0) continue;
    target[i] = labels[i + 1];
    counts[i] = 1;
  }
  std::vector<ir::Tensor> batch;
  for (const auto& values : {ids, segment, golden.ints("position_ids"), zeros, zeros, target})
    batch.push_back(ir::Tensor::of_ints(tokens, values));
  batch.push_back(ir::Tensor::of(tokens.with(element), counts));
  return batch;
}

}  // namespace tutti::test
