// SPDX-License-Identifier: Apache-2.0
#include "train/memory_plan.h"

#include <gtest/gtest.h>

#include "model/adapter_config.h"
#include "model/bert.h"
#include "small_training.h"
#include "step/adapted_objective.h"
#include "support/errors.h"
#include "train/run_memory.h"

namespace tutti::train {
namespace {

/// Four features of these lengths.
class Lengths final : public task::squad::AnsweredFeatures {
 public:
  int64_t size() const override { return 4; }
  int32_t length(int64_t feature) const override {
    return std::array{100, 20, 60, 40}[static_cast<size_t>(feature)];
  }
  void write(int64_t, std::span<int32_t>, std::span<int32_t>) const override {}
  task::squad::Label label(int64_t) const override { return {}; }
  int32_t padding_id() const override { return 0; }
};

data::LoaderOptions in_order(int64_t batch, int64_t accumulate) {
  return {batch, accumulate, false, 1, {data::Layout::Kind::packed_row, 16, {}}};
}

TEST(MemoryPlan, TheLargestShapeIsThatOfTheStepsAhead) {
  const Lengths lengths;
  data::Loader pairs(lengths, in_order(2, 1));
  EXPECT_EQ(largest_shape(pairs, 0, 9).length, 128);  // 100 + 20
  EXPECT_EQ(largest_shape(pairs, 1, 2).length, 112);  // 60 + 40
  EXPECT_EQ(largest_shape(pairs, 1, 2).features, 2);
  data::Loader accumulated(lengths, in_order(1, 3));
  EXPECT_EQ(largest_shape(accumulated, 1, 2).length, 48);  // the epoch's last step has only 40
}

class MemoryPlanOfASmallBert : public testing::Test {
 protected:
  static model::BertConfig config() {
    model::BertConfig config;
    config.vocab_size = 50;
    config.hidden_size = 16;
    config.num_hidden_layers = 1;
    config.num_attention_heads = 2;
    config.intermediate_size = 32;
    config.max_position_embeddings = 32;
    config.type_vocab_size = 2;
    return config;
  }
  int64_t parameter_bytes() const {
    int64_t bytes = 0;
    for (const auto& parameter : objective_.parameters)
      bytes += 4 * ir::element_count(parameter.shape);
    return bytes;
  }

  MemoryPlan plan(const RunShape& run, int64_t loaded) {
    const Fit fit = plan_memory(programs_, run, loaded);
    EXPECT_EQ(fit.lack, "");
    return fit.plan.value();
  }

  task::Objective objective_ = task::squad::question_answering(model::bert_model(config()));
  backend::CpuBackend backend_{{1, 0}};
  Programs programs_{backend_, objective_, {}};
};

TEST_F(MemoryPlanOfASmallBert, AddsUpWhatARunHolds) {
  const MemoryPlan whole = plan({{1, 64, 2}}, 1000);
  EXPECT_EQ(whole.loaded, 1000);
  EXPECT_EQ(whole.state, 3 * parameter_bytes());
  EXPECT_EQ(whole.gradients, 0);
  EXPECT_EQ(whole.saving, 4 * 50 * 16);  // the word embeddings
  EXPECT_GT(whole.step, programs_.get("step", {1, 64, 2}).memory().temporaries);
  EXPECT_EQ(whole.total(), whole.loaded + whole.state + whole.step + whole.saving);
}

TEST_F(MemoryPlanOfASmallBert, SavesOnlyTheAdapterWhereThereIsOne) {
  const std::string adapter =
      R"({"peft_type": "LORA", "r": 2, "lora_alpha": 4, "bias": "none",
          "target_modules": ["query", "dense"]})";
  const task::Objective objective = step::adapted_objective(
      objective_, model::parse_adapter_config(adapter, "adapter"), "adapter");
  Programs programs(backend_, objective, {});
  RunShape run = {{1, 64, 2}};
  run.copies_state = true;
  const MemoryPlan plan = plan_memory(programs, run, 0).plan.value();
  EXPECT_EQ(plan.saving, 4 * 2 * 32);  // a factor of the widest layer
  // query: 16 to 16; dense: 16 to 16, 16 to 32, 32 to 16; each with both moments.
  EXPECT_EQ(plan.copy, 3 * 4 * 2 * (16 + 16 + 16 + 16 + 16 + 32 + 32 + 16));
}

TEST_F(MemoryPlanOfASmallBert, SumsAliveAreTheTreesLevels) {
  // While leaf 3 of 4 is made, the sum of leaves 0 and 1 and leaf 2 wait. Each has a gradient of
  // every parameter, the loss and the weight.
  const int64_t sum_bytes = parameter_bytes() + 2 * 4;
  const std::pair<int64_t, int64_t> cases[] = {{2, 2}, {3, 2}, {4, 3}, {5, 3}, {8, 4}};
  for (const auto& [accumulate, sums] : cases)
    EXPECT_EQ(plan({{1, 64, 2}, accumulate}, 0).gradients, sums * sum_bytes) << accumulate;
}

TEST_F(MemoryPlanOfASmallBert, FewLeavesKeepFewSums) {
  const int64_t sum_bytes = parameter_bytes() + 2 * 4;
  step::StepOptions options;
  options.most_leaves = 1;
  Programs programs(backend_, objective_, options);
  for (const int64_t accumulate : {2, 8, 32})
    EXPECT_EQ(plan_memory(programs, {{1, 64, 2}, accumulate}, 0).plan.value().gradients,
              2 * sum_bytes);
  const MemoryPlan many = plan({{1, 64, 2}, 32}, 0);
  EXPECT_EQ(many.copies_of_sums, 6);
  EXPECT_EQ(many.least_copies_of_sums, 2);
  test::expect_contains(memory_text(many), "(6 of a kind; --max_processes 1 keeps 2)");
}

TEST_F(MemoryPlanOfASmallBert, SumsAreGoneWhenACheckpointIsWritten) {
  const MemoryPlan whole = plan({{1, 64, 2}, 4}, 1000);
  ASSERT_GT(whole.gradients, whole.saving);
  EXPECT_EQ(whole.total(), whole.loaded + whole.state + whole.gradients + whole.step);
}

TEST_F(MemoryPlanOfASmallBert, ACopyForCheckpointsIsThereInEveryStep) {
  RunShape shape{{1, 64, 2}, 4};
  const MemoryPlan without = plan(shape, 1000);
  EXPECT_EQ(without.copy, 0);
  shape.copies_state = true;
  const MemoryPlan with = plan(shape, 1000);
  EXPECT_EQ(with.copy, 3 * parameter_bytes());
  EXPECT_EQ(with.total(), without.total() + with.copy);
  shape.applies = false;  // the state is another device's, and the host has the copy
  EXPECT_EQ(plan(shape, 1000).total(), without.total() - 2 * parameter_bytes());
}

TEST_F(MemoryPlanOfASmallBert, AnEvaluationKeepsTheStepsMemory) {
  const task::BatchShape step{1, 64, 2}, large{100, 64, 100};
  const MemoryPlan whole = plan({step, 1, large, 3}, 1000);
  constexpr int64_t kLogits = 2 * 100 * 64 * 4;  // of a batch: starts and ends
  EXPECT_GT(whole.evaluation,
            programs_.get("forward", large).memory().temporaries + (1 + 3) * kLogits);
  EXPECT_GT(whole.evaluation, whole.step);
  // Its outputs and copies are gone when a checkpoint is written.
  EXPECT_EQ(whole.resting, programs_.get("forward", large).memory().temporaries);
  EXPECT_LT(whole.resting + whole.saving, whole.evaluation);
  EXPECT_EQ(whole.total(), whole.loaded + whole.state + whole.evaluation);
  const MemoryPlan small = plan({step, 1, step, 1}, 1000);
  constexpr int64_t kFewLogits = 2 * 2 * 64 * 4;
  EXPECT_GT(small.evaluation,
            programs_.get("step", step).memory().temporaries + (1 + 1) * kFewLogits);
  EXPECT_EQ(small.total(),
            small.loaded + small.state + std::max(small.evaluation, small.step + small.saving));
}

}  // namespace
}  // namespace tutti::train
