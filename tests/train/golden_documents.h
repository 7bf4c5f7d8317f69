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

/// Appends targets and counts to arrays of tokens: each token has the label that follows it in its
/// row.
inline std::vector<ir::Tensor> with_next_labels(std::vector<ir::Tensor> batch, const Golden& golden,
                                                const task::BatchShape& shape,
                                                ir::ElementType element) {
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

/// Rows with these segments and positions, all of one sample.
inline std::vector<ir::Tensor> labelled_batch(const Golden& golden, const task::BatchShape& shape,
                                              ir::ElementType element,
                                              const std::vector<int64_t>& segment,
                                              const std::vector<int64_t>& position) {
  const ir::Type tokens = ir::Type::tensor(ir::ElementType::i32, {shape.rows, shape.length});
  const std::vector<int64_t> ids = golden.ints("input_ids"), zeros(ids.size(), 0);
  std::vector<ir::Tensor> batch;
  for (const auto& values : {ids, segment, position, zeros, zeros})
    batch.push_back(ir::Tensor::of_ints(tokens, values));
  return with_next_labels(std::move(batch), golden, shape, element);
}

/// The golden row.
inline std::vector<ir::Tensor> document_batch(const Golden& golden, const task::BatchShape& shape,
                                              ir::ElementType element) {
  std::vector<int64_t> segment = golden.ints("segment");
  const int64_t first = *std::min_element(segment.begin(), segment.end());
  for (int64_t& s : segment) s += 1 - first;  // ours are numbered from 1
  return labelled_batch(golden, shape, element, segment, golden.ints("position_ids"));
}

/// Padded texts.
inline std::vector<ir::Tensor> padded_batch(const Golden& golden, const task::BatchShape& shape,
                                            ir::ElementType element) {
  return with_next_labels(padded_tokens(golden, shape), golden, shape, element);
}

}  // namespace tutti::test
