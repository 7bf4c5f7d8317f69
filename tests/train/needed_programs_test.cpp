// SPDX-License-Identifier: Apache-2.0
#include "train/needed_programs.h"

#include <gtest/gtest.h>

#include "model/bert.h"
#include "small_training.h"

namespace tutti::train {
namespace {

/// Features of 100, 20, 60 and 40 tokens, in rows of a multiple of 16.
class FourFeatures final : public task::squad::AnsweredFeatures {
 public:
  int64_t size() const override { return 4; }
  int32_t length(int64_t feature) const override {
    return std::array{100, 20, 60, 40}[static_cast<size_t>(feature)];
  }
  void write(int64_t, std::span<int32_t>, std::span<int32_t>) const override {}
  task::squad::Label label(int64_t) const override { return {}; }
  int32_t padding_id() const override { return 0; }
};

/// "gradients 112, merge": the programs of ten steps, each with the length of its row.
std::string needed(int64_t accumulate, const World& world, bool host_optimizer = false) {
  model::BertConfig config;
  config.vocab_size = 50;
  config.hidden_size = 16;
  config.num_hidden_layers = 1;
  config.num_attention_heads = 2;
  config.intermediate_size = 32;
  config.max_position_embeddings = 32;
  config.type_vocab_size = 2;
  const task::Objective objective = task::squad::question_answering(model::bert_model(config));
  backend::CpuBackend backend({1, 0});
  step::StepOptions options;
  options.host_optimizer = host_optimizer;
  const Programs programs(backend, objective, options);
  const FourFeatures features;
  data::Loader loader(features,
                      {1, accumulate, false, 1, {data::Layout::Kind::packed_row, 16, {}}});
  std::string text;
  for (const NeededProgram& program : needed_programs(programs, loader, 10, world)) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", program.function);
    if (program.shape.length > 0) text += fmt::format(" {}", program.shape.length);
  }
  return text;
}

TEST(NeededPrograms, AreThoseOfEveryStepOnce) {
  EXPECT_EQ(needed(1, {}), "step 112, step 32, step 64, step 48");
  // The epoch's last step has one micro-batch.
  EXPECT_EQ(needed(3, {}), "gradients 112, gradients 32, gradients 64, merge, apply, step 48");
  EXPECT_EQ(needed(1, {}, true),
            "gradients 112, prepare, gradients 32, gradients 64, gradients 48");
}

TEST(NeededPrograms, DevicesOfARoundShareItsLargestShape) {
  EXPECT_EQ(needed(2, {0, 1, 2}), "step 112, step 64");
  EXPECT_EQ(needed(2, {0, 2, 1}),
            "gradients 112, gradients 32, merge, apply, gradients 64, gradients 48");
}

}  // namespace
}  // namespace tutti::train
