// SPDX-License-Identifier: Apache-2.0
// The golden rows of decoders: two documents that do not see each other, or padded texts.
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

/// The arrays of tokens, padded as Hugging Face pads.
inline std::vector<ir::Tensor> padded_tokens(const Golden& golden, const task::BatchShape& shape) {
  const std::vector<int64_t> ids = golden.ints("input_ids"), mask = golden.ints("attention_mask");
  std::vector<int64_t> segment, position, sample, types(ids.size(), 0);
  if (golden.has("token_type_ids")) types = golden.ints("token_type_ids");
  for (int64_t at = 0; at < shape.rows * shape.length; at++) {
    segment.push_back(mask[static_cast<size_t>(at)] ? 1 : -1);
    position.push_back(at % shape.length);
    sample.push_back(at / shape.length);
  }
  const ir::Type tokens = ir::Type::tensor(ir::ElementType::i32, {shape.rows, shape.length});
  std::vector<ir::Tensor> batch;
  for (const auto& values : {ids, segment, position, types, sample})
    batch.push_back(ir::Tensor::of_ints(tokens, values));
  return batch;
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

/// Padded texts, whose labels are shifted here.
inline std::vector<ir::Tensor> padded_batch(const Golden& golden, const task::BatchShape& shape,
                                            ir::ElementType element) {
  std::vector<ir::Tensor> batch = padded_tokens(golden, shape);
  const std::vector<int64_t> labels = golden.ints("labels");
  std::vector<int64_t> target(labels.size(), 0);
  std::vector<double> counts(labels.size(), 0);
  for (size_t at = 0; at + 1 < labels.size(); at++) {
    const bool ends_row = (at + 1) % static_cast<size_t>(shape.length) == 0;
    if (ends_row || labels[at + 1] < 0) continue;
    target[at] = labels[at + 1];
    counts[at] = 1;
  }
  const ir::Type tokens = ir::Type::tensor(ir::ElementType::i32, {shape.rows, shape.length});
  batch.push_back(ir::Tensor::of_ints(tokens, target));
  batch.push_back(ir::Tensor::of(tokens.with(element), counts));
  return batch;
}

}  // namespace tutti::test
