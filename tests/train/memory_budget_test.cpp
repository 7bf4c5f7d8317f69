// SPDX-License-Identifier: Apache-2.0
// Trainings within a memory budget: the same bits, in less memory.
#include <gtest/gtest.h>

#include "base/text.h"
#include "decoder_step.h"
#include "model/model.h"
#include "small_training.h"
#include "step/adapted_objective.h"
#include "support/errors.h"
#include "support/temporary_folder.h"
#include "task/causal/objective.h"

namespace tutti::train {
namespace {

Setting with_budget(std::optional<pass::MemoryBudget> budget) {
  Setting setting = {.batch = 16, .accumulate = 2, .steps = 4, .layers = 6, .save_steps = 0};
  setting.budget = budget;
  return setting;
}

int64_t step_bytes(TrainingRun& run) {
  return run.programs().get("gradients", {1, 2048, 64}).memory().temporaries;
}

TEST(MemoryBudget, KeepsEveryBitAndTakesLess) {
  const test::TemporaryFolder folder;
  for (const bool bf16 : {false, true}) {
    Setting setting = with_budget({});
    setting.bf16 = bf16;
    TrainingRun free(setting);
    free.train(folder.path() / "free");
    const int64_t all = step_bytes(free);
    int64_t before = all;
    for (const double share : {0.8, 0.6, 0.0}) {
      setting.budget = pass::MemoryBudget{{}, share};
      TrainingRun within(setting);
      within.train(folder.path() / std::to_string(share));
      EXPECT_EQ(within.hash(), free.hash()) << share << bf16;
      EXPECT_LT(step_bytes(within), before) << share;
      if (share > 0) {
        EXPECT_LE(static_cast<double>(step_bytes(within)), share * static_cast<double>(all));
      }
      before = step_bytes(within);
    }
  }
}

TEST(MemoryBudget, IsAShareOfTheLargestBatch) {
  constexpr task::BatchShape kLarge = {1, 2048, 64}, kSmall = {1, 64, 2};
  TrainingRun free(with_budget({})), least(with_budget(pass::MemoryBudget{}));
  const auto bytes = [](TrainingRun& run, const task::BatchShape& shape) {
    return static_cast<double>(run.programs().get("gradients", shape).memory().temporaries);
  };
  // A share that the large batch can keep within, and the small one alone cannot.
  const double share =
      (bytes(least, kLarge) / bytes(free, kLarge) + bytes(least, kSmall) / bytes(free, kSmall)) / 2;
  TrainingRun alone(with_budget(pass::MemoryBudget{{}, share}));
  for (const char* function : {"gradients", "step"})
    EXPECT_NE(alone.programs().lack(function, kSmall), "") << share;
  TrainingRun both(with_budget(pass::MemoryBudget{{}, share}));
  EXPECT_EQ(both.programs().lack("gradients", kLarge), "") << share;
  for (const char* function : {"gradients", "step"})
    EXPECT_EQ(both.programs().lack(function, kSmall), "") << share;
}

TEST(MemoryBudget, ThatCannotBeMetNamesTheLeastThatCan) {
  TrainingRun run(with_budget(pass::MemoryBudget{1000}));
  const auto failure = test::failure_of([&] { step_bytes(run); });
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  TrainingRun least(with_budget(pass::MemoryBudget{}));
  EXPECT_NE(failure.message.find("at least " + human_bytes(static_cast<size_t>(step_bytes(least)))),
            std::string::npos)
      << failure.message;
}

/// Parameters after three steps of a small decoder with a LoRA adapter, dropped inputs among them,
/// on one row of random tokens, and the temporaries of a step.
struct AdapterSteps {
  std::vector<ir::Tensor> parameters;
  int64_t temporaries;
};

AdapterSteps adapter_steps(const std::optional<pass::MemoryBudget>& budget) {
  constexpr int64_t kLength = 512;
  const nlohmann::json config = {{"model_type", "qwen2"},       {"vocab_size", 96},
                                 {"hidden_size", 32},           {"intermediate_size", 64},
                                 {"num_hidden_layers", 6},      {"num_attention_heads", 4},
                                 {"num_key_value_heads", 2},    {"max_position_embeddings", 512},
                                 {"rms_norm_eps", 1e-6},        {"hidden_act", "silu"},
                                 {"tie_word_embeddings", true}, {"rope_theta", 10000.0}};
  const std::string adapter =
      R"({"peft_type": "LORA", "r": 4, "lora_alpha": 8, "lora_dropout": 0.1, "bias": "none",
          "target_modules": ["q_proj", "v_proj", "up_proj", "down_proj"]})";
  const task::Objective objective =
      step::adapted_objective(task::causal::next_token(model::open_model(config, "config")),
                              model::parse_adapter_config(adapter, "adapter"), "adapter");
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::constant, 1e-2, 0, 0};
  options.max_segment = kLength;
  options.memory_budget = budget;
  backend::CpuBackend backend({2, 0, {}});
  Programs programs(backend, objective, options);
  TrainingState state(backend, objective, model::Weights(objective.parameters, 7), 42);
  for (int step = 0; step < 3; step++) run_decoder_step(programs, state, row_of_ids(kLength, 89));
  return {state.parameters(), programs.get("step", {1, kLength, 1}).memory().temporaries};
}

TEST(MemoryBudget, KeepsEveryBitOfAnAdapter) {
  const AdapterSteps free = adapter_steps({}), half = adapter_steps(pass::MemoryBudget{{}, 0.6}),
                     least = adapter_steps(pass::MemoryBudget{});
  EXPECT_LE(half.temporaries, free.temporaries * 6 / 10);
  EXPECT_LT(least.temporaries, half.temporaries);
  for (size_t i = 0; i < free.parameters.size(); i++) {
    EXPECT_EQ(half.parameters[i], free.parameters[i]) << i;
    EXPECT_EQ(least.parameters[i], free.parameters[i]) << i;
  }
}

}  // namespace
}  // namespace tutti::train
