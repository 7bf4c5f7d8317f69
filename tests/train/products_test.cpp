// SPDX-License-Identifier: Apache-2.0
// The products of a step program, counted by the formula for BERT.
#include "train/products.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model/resnet_bk.h"
#include "task/causal/objective.h"
#include "train/small_training.h"

namespace tutti::train {
namespace {

task::Objective small_language_model(int64_t words, int64_t positions) {
  const nlohmann::json config = {{"vocab_size", words},
                                 {"hidden_size", 8},
                                 {"num_hidden_layers", 1},
                                 {"num_experts", 2},
                                 {"max_position_embeddings", positions}};
  return task::causal::next_token(model::resnet_bk_model(model::resnet_bk_config(config, "test")));
}

TEST(Products, FlopsAreThoseOfTheFormula) {
  const model::BertConfig config = small_bert(/*layers=*/3);
  const task::Objective objective = task::squad::question_answering(model::bert_model(config));
  // 6 T [L (4 H^2 + 2 H F) + 2 H] + 12 L H sum(length^2): each weight in two products a token in
  // the forward pass and four in the backward pass; attention likewise for each pair of tokens.
  const double tokens = 90, squares = 400 + 900 + 1600, layers = 3, h = 32, f = 64;
  const double expected =
      6 * tokens * (layers * (4 * h * h + 2 * h * f) + 2 * h) + 12 * layers * h * squares;
  EXPECT_NEAR(training_flops(objective).of({tokens, squares, 0}) / expected, 1, 1e-12);
}

TEST(Products, AreCountedByTheirTypes) {
  const task::Objective objective =
      task::squad::question_answering(model::bert_model(small_bert(/*layers=*/2)));
  step::StepOptions options;
  options.dropout = false;
  options.max_segment = 16;
  int64_t plain = 0, with_batch = 0;
  double flops = 0;
  for (const Product& product : products_of("forward", objective, {1, 16, 1}, options)) {
    (product.has_batch() ? with_batch : plain) += product.count;
    if (product.has_batch()) flops += product.flops();
  }
  EXPECT_EQ(plain, 2 * 6 + 1);   // query, key, value, output, two of the feed forward; the head
  EXPECT_EQ(with_batch, 2 * 2);  // scores, and what they weigh
  EXPECT_EQ(flops, 2 * 2 * 2.0 * 16 * 16 * 32);
}

// Each token has 2 (H + 1) V in the head, whose bias is one more feature, and the backward pass
// twice that. With 2^17 words 512 tokens' logits exist at once, so that 1,024 go through a loop.
TEST(Products, OfALoopCountAsOftenAsItGoesRound) {
  const task::Objective objective = small_language_model(1 << 17, 1024);
  step::StepOptions options;
  options.max_segment = 1024;
  double head = 0;
  for (const Product& product : products_of("gradients", objective, {1, 1024, 1}, options))
    for (const ir::Type& type : {product.left, product.right, product.result})
      if (type.count() >= 1 << 20) {
        head += product.flops();
        break;
      }
  EXPECT_EQ(head, 3 * 2.0 * 1024 * 9 * (1 << 17));
}

// The head computes 2 (H + 1) V for a token that counts, and the backward pass twice that; what
// else there is does not depend on which tokens count.
TEST(Products, OfTheHeadCountTokensOfTheLossAlone) {
  const TrainingFlops small = training_flops(small_language_model(100, 128)),
                      large = training_flops(small_language_model(300, 128));
  EXPECT_EQ(small.of_counted, 3 * 2.0 * 9 * 100);
  EXPECT_EQ(large.of_counted, 3 * 2.0 * 9 * 300);
  EXPECT_EQ(small.of_token, large.of_token);
  EXPECT_EQ(small.of({10, 0, 4}), 10 * small.of_token + 4 * small.of_counted);
}

/// A data set of one packed row: a document of 3 tokens and one of 5. The loss is of 4 of the 8.
class TwoDocuments : public data::FeatureSource {
 public:
  int64_t size() const override { return 1; }
  int32_t length(int64_t) const override { return 8; }
  std::vector<data::Segment> segments(int64_t) const override { return {{3, 0}, {5, 1}}; }
  int32_t counted_tokens(int64_t) const override { return 4; }
  void write(int64_t, std::span<int32_t>, std::span<int32_t>) const override {}
  int32_t padding_id() const override { return 0; }
  std::vector<data::ArraySpec> labels() const override { return {}; }
  void write_labels(int64_t, const data::Slot&, data::Batch&) const override {}
};

TEST(Products, DocumentsOfARowAreNoPairs) {
  const TokenCounts counts = counts_of(TwoDocuments(), 0);
  EXPECT_EQ(counts.tokens, 8);
  EXPECT_EQ(counts.pairs, 9 + 25);
  EXPECT_EQ(counts.counted, 4);
}

}  // namespace
}  // namespace tutti::train
