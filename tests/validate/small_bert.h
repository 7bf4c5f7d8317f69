// SPDX-License-Identifier: Apache-2.0
// A BERT for question answering of any size, random weights and one made-up feature.
#pragma once

#include "data/rows.h"
#include "model/bert.h"
#include "model/weights.h"
#include "task/squad/labels.h"
#include "task/squad/objective.h"
#include "validate/program.h"

namespace tutti::test {

/// `tokens` tokens of every kind, of which the first half is the question.
class MadeUpFeature : public task::squad::AnsweredFeatures {
 public:
  MadeUpFeature(int32_t tokens, int32_t vocabulary, uint32_t seed)
      : tokens_(tokens), vocabulary_(vocabulary), seed_(seed) {}
  int64_t size() const override { return 1; }
  int32_t length(int64_t) const override { return tokens_; }
  void write(int64_t, std::span<int32_t> ids, std::span<int32_t> types) const override {
    for (int32_t i = 0; i < tokens_; i++) {
      const auto at = static_cast<uint32_t>(i);
      ids[at] = static_cast<int32_t>(1 + (at * 2654435761u + seed_ * 40503u) %
                                             static_cast<uint32_t>(vocabulary_ - 1));
      types[at] = i >= tokens_ / 2;
    }
  }
  task::squad::Label label(int64_t) const override { return {tokens_ / 2, tokens_ - 2}; }
  int32_t padding_id() const override { return 0; }

 private:
  int32_t tokens_, vocabulary_;
  uint32_t seed_;
};

/// One feature in a row of `length`, through the forward pass, the backward pass and a step.
inline validate::CheckedProgram program_of(const task::Objective& objective,
                                           const std::vector<ir::Tensor>& weights,
                                           const data::FeatureSource& feature, int64_t length) {
  const int64_t first[] = {0};
  const data::Batch batch =
      data::make_batch(feature, first, 1, {data::Layout::Kind::padded, length, {}});
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::constant, 3e-5, 0, 0};
  options.weight_decay = 0.01;
  options.max_segment = length;
  return validate::model_program("small", objective, weights, batch, options);
}

struct SmallBert {
  SmallBert(int64_t layers, int64_t width, uint64_t seed) {
    config.vocab_size = 97;
    config.hidden_size = width;
    config.num_hidden_layers = layers;
    config.num_attention_heads = 4;
    config.intermediate_size = 4 * width;
    config.max_position_embeddings = 32;
    config.type_vocab_size = 2;
    config.hidden_act = "gelu";
    config.hidden_dropout_prob = 0.1;
    config.attention_probs_dropout_prob = 0.1;
    config.layer_norm_eps = 1e-12;
    config.initializer_range = 0.1;
    objective = task::squad::question_answering(model::bert_model(config));
    weights = model::Weights(objective.parameters, seed).read_all();
  }

  /// One feature of 13 tokens in a row of 16.
  validate::CheckedProgram program(uint32_t seed = 0) const {
    return program_of(objective, weights, MadeUpFeature(13, 97, seed), 16);
  }

  model::BertConfig config;
  task::Objective objective;
  std::vector<ir::Tensor> weights;
};

}  // namespace tutti::test
