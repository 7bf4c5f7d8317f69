// SPDX-License-Identifier: Apache-2.0
// Trainings whose matrices are padded for matrix units: the same losses and files.
#include <gtest/gtest.h>

#include "base/files.h"
#include "decoder_step.h"
#include "model/model.h"
#include "small_training.h"
#include "step/adapted_objective.h"
#include "support/pjrt.h"
#include "support/temporary_folder.h"
#include "task/causal/objective.h"

namespace tutti::train {
namespace {

constexpr int64_t kWords = 131, kLength = 64;

/// A decoder whose sizes fit nothing, with a head of its own or with LoRA.
task::Objective decoder(bool with_adapter, int64_t layers = 2, int64_t words = kWords) {
  const nlohmann::json config = {{"model_type", "qwen2"},
                                 {"vocab_size", words},
                                 {"hidden_size", 36},
                                 {"intermediate_size", 61},
                                 {"num_hidden_layers", layers},
                                 {"num_attention_heads", 6},
                                 {"num_key_value_heads", 2},
                                 {"max_position_embeddings", 64},
                                 {"rms_norm_eps", 1e-6},
                                 {"hidden_act", "silu"},
                                 {"tie_word_embeddings", with_adapter},
                                 {"rope_theta", 10000.0}};
  task::Objective plain = task::causal::next_token(model::open_model(config, "config"));
  if (!with_adapter) return plain;
  const std::string adapter =
      R"({"peft_type": "LORA", "r": 7, "lora_alpha": 8, "lora_dropout": 0.1, "bias": "none",
          "target_modules": ["q_proj", "v_proj", "up_proj", "down_proj"]})";
  return step::adapted_objective(std::move(plain), model::parse_adapter_config(adapter, "adapter"),
                                 "adapter");
}

task::Objective resnet_bk(int64_t words) {
  const nlohmann::json config = {{"model_type", "resnet_bk"},
                                 {"vocab_size", words},
                                 {"hidden_size", 36},
                                 {"num_hidden_layers", 2},
                                 {"num_experts", 4},
                                 {"num_experts_per_tok", 2},
                                 {"router_aux_loss_coef", 0.1},
                                 {"max_position_embeddings", 64}};
  return task::causal::next_token(model::open_model(config, "config"));
}

struct Steps {
  std::vector<double> losses;
  std::vector<ir::Tensor> parameters;     // as files have them
  std::vector<ir::Tensor> on_the_device;  // the state
  int64_t padded = 0;                     // its tensors that are larger than in files
};

Steps run_steps(backend::Backend& backend, const task::Objective& objective, int64_t multiple,
                pass::Precision precision = pass::Precision::f32, int64_t words = kWords) {
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::constant, 1e-2, 0, 0};
  options.weight_decay = 0.1;
  options.max_segment = kLength;
  options.precision = precision;
  options.pad_to_multiple_of = multiple;
  Programs programs(backend, objective, options);
  TrainingState state(backend, objective, model::Weights(objective.parameters, 7), 42,
                      form_of(options));
  std::vector<int64_t> ids = row_of_ids(kLength, words);
  ids[5] = words - 1;
  Steps steps;
  for (int step = 0; step < 20; step++)
    steps.losses.push_back(run_decoder_step(programs, state, ids));
  steps.parameters = state.parameters();
  for (const backend::Buffer& buffer : state.buffers())
    steps.on_the_device.push_back(backend.download(buffer));
  for (size_t i = 0; i < objective.parameters.size(); i++)
    steps.padded += steps.on_the_device[i].type() != steps.parameters[i].type();
  return steps;
}

/// Every element of the state that files do not have is 0.
void expect_zero_padding(const task::Objective& objective, const Steps& steps) {
  const step::StateLayout files(objective.parameters, ir::ElementType::f32);
  for (size_t i = 0; i < files.state().size(); i++) {
    const ir::Tensor& tensor = steps.on_the_device[i];
    const ir::Type& kept = files.state()[i].type;
    if (tensor.type() == kept) continue;
    for (int64_t row = 0; row < tensor.type().dim(0); row++)
      for (int64_t column = 0; column < tensor.type().dim(1); column++)
        if (row >= kept.dim(0) || column >= kept.dim(1)) {
          ASSERT_EQ(tensor.float_at(row * tensor.type().dim(1) + column), 0)
              << files.state()[i].name;
        }
  }
}

/// 20 steps with and without padding have the same losses and files, and what is added stays 0.
void expect_same_steps(const task::Objective& objective, int64_t multiple,
                       pass::Precision precision = pass::Precision::f32, int64_t words = kWords) {
  backend::CpuBackend backend({2, 0, {}});
  const Steps plain = run_steps(backend, objective, 1, precision, words);
  const Steps padded = run_steps(backend, objective, multiple, precision, words);
  EXPECT_EQ(plain.padded, 0);
  EXPECT_GT(padded.padded, 2);
  EXPECT_EQ(padded.losses, plain.losses);
  EXPECT_LT(plain.losses.back(), plain.losses.front());
  for (size_t i = 0; i < plain.parameters.size(); i++)
    EXPECT_EQ(padded.parameters[i], plain.parameters[i]) << objective.parameters[i].name;
  expect_zero_padding(objective, padded);
}

TEST(Padding, OnTheCpuADecoderKeepsItsBitsAndZeros) {
  for (const bool with_adapter : {false, true})
    for (const auto precision : {pass::Precision::f32, pass::Precision::bf16})
      expect_same_steps(decoder(with_adapter), 8, precision);
}

/// Those of WikiText-2 and of BERT.
TEST(Padding, OfLargeVocabulariesKeepsBitsAndZeros) {
  for (const int64_t words : {33'278, 30'522})
    expect_same_steps(decoder(false, /*layers=*/1, words), 64, pass::Precision::f32, words);
}

TEST(Padding, OfResNetBkKeepsBitsAndZeros) {
  for (const int64_t words : {kWords, int64_t{33'278}})
    expect_same_steps(resnet_bk(words), 8, pass::Precision::f32, words);
}

TEST(Padding, OnAPluginADecoderHasTheSameLossesAndZeros) {
  TUTTI_PLUGIN_OR_SKIP(library);
  backend::PjrtOptions options;
  options.library = library;
  backend::PjrtBackend backend(options);
  const task::Objective objective = decoder(false, /*layers=*/1);
  const Steps plain = run_steps(backend, objective, 1), padded = run_steps(backend, objective, 8);
  for (size_t i = 0; i < plain.losses.size(); i++)
    EXPECT_NEAR(padded.losses[i], plain.losses[i], 1e-5 * plain.losses[i]) << i;
  expect_zero_padding(objective, padded);
}

TEST(Padding, OfBertIsInNoFileAndResumesWithAndWithout) {
  const test::TemporaryFolder folder;
  Setting setting = {.words = kWords};
  TrainingRun plain(setting);
  plain.train(folder.path() / "plain");
  setting.pad_to_multiple_of = 16;
  TrainingRun padded(setting);
  padded.train(folder.path() / "padded");
  EXPECT_EQ(padded.losses, plain.losses);
  for (const char* file : {"model.safetensors", "optimizer.safetensors"})
    EXPECT_EQ(read_file(folder.path() / "padded" / "checkpoint-8" / file),
              read_file(folder.path() / "plain" / "checkpoint-8" / file));
  for (const int64_t multiple : {1, 8}) {
    setting.pad_to_multiple_of = multiple;
    TrainingRun resumed(setting, folder.path() / "padded" / "checkpoint-4");
    resumed.train(folder.path() / std::to_string(multiple));
    EXPECT_EQ(resumed.parameters(), plain.parameters()) << multiple;
  }
}

}  // namespace
}  // namespace tutti::train
