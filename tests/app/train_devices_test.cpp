// SPDX-License-Identifier: Apache-2.0
// `tutti train --devices N`: several devices of one plugin share a step.
#include <gtest/gtest.h>

#include "app/small_models.h"
#include "format/json.h"
#include "nlohmann/json.hpp"
#include "support/pjrt.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

Words train_words(const Path& output, const Words& more) {
  return train_quickstart_words(
      output,
      "--max_train_samples 100 --max_seq_length 64 --doc_stride 16 --pack none --precision f32 "
      "--per_device_train_batch_size 2 --max_steps 4 --logging_steps 1 --save_steps 2",
      more);
}

std::vector<double> losses_in(const Path& output) {
  std::vector<double> losses;
  const auto state = format::read_json(output / "trainer_state.json");
  for (const auto& entry : state["log_history"]) losses.push_back(entry["loss"]);
  return losses;
}

TEST(TrainDevices, MustBeThere) {
  const TemporaryFolder folder;
  const Outcome run = run_tutti(train_words(folder.path() / "out", {"--devices", "2"}));
  EXPECT_EQ(run.code, 3);
  EXPECT_NE(run.err.find("--devices 2: backend cpu has 1"), std::string::npos) << run.err;
}

/// Two devices of XLA's plugin against two micro-batches on our own CPU backend: the same samples,
/// the same masks. The checkpoint of the one is gone on from by the other.
TEST(TrainDevices, TrainAsOneDoes) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const TemporaryFolder folder;
  const Path two = folder.path() / "two", one = folder.path() / "one";
  const Outcome on_two = run_tutti(train_words(
      two, {"--backend", "pjrt=" + library.string() + "?cpu_device_count=2", "--devices", "2"}));
  ASSERT_EQ(on_two.code, 0) << on_two.err;
  EXPECT_NE(on_two.err.find("2 features x 1 accumulated x 2 devices"), std::string::npos)
      << on_two.err;
  const Words accumulating = {"--gradient_accumulation_steps", "2"};
  ASSERT_EQ(run_tutti(train_words(one, accumulating)).code, 0);
  const auto expected = losses_in(one), found = losses_in(two);
  ASSERT_EQ(found.size(), 4U);
  for (size_t i = 0; i < 4; i++) EXPECT_NEAR(found[i], expected[i], 1e-4) << i;

  Words words = train_words(folder.path() / "resumed", accumulating);
  words.insert(words.end(), {"--resume_from_checkpoint", (two / "checkpoint-2").string()});
  const Outcome resumed = run_tutti(words);
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  const auto rest = losses_in(folder.path() / "resumed");
  ASSERT_EQ(rest.size(), 4U);
  for (size_t i = 2; i < 4; i++) EXPECT_NEAR(rest[i], expected[i], 1e-4) << i;
}

/// Eight devices that fine-tune a decoder with LoRA on packed rows, against our own CPU backend,
/// which computes the same rows one after the other.
TEST(TrainDevices, EightTuneADecoderAsOneDoes) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const TemporaryFolder folder;
  const Path shape = folder.path() / "shape", base = folder.path() / "base",
             texts = folder.path() / "texts.jsonl";
  std::filesystem::copy(golden_data("tokenizer/mini512"), shape);
  // One layer, as the plugin compiles for seconds what we run in milliseconds.
  const nlohmann::json config = {
      {"model_type", "qwen2"},      {"architectures", {"Qwen2ForCausalLM"}},
      {"vocab_size", 512},          {"hidden_size", 32},
      {"num_hidden_layers", 1},     {"num_attention_heads", 4},
      {"num_key_value_heads", 2},   {"intermediate_size", 64},
      {"initializer_range", 0.2},   {"max_position_embeddings", 64},
      {"tie_word_embeddings", true}};
  write_file_atomically(shape / "config.json", config.dump());
  std::string lines;
  for (int i = 0; i < 150; i++)
    lines += fmt::format("{{\"text\": \"Number {} comes before {}.\"}}\n", i, i + 1);
  write_file_atomically(texts, lines);
  const Words common = {"train",
                        "--do_train",
                        "--train_file",
                        texts.string(),
                        "--task",
                        "text-generation",
                        "--packing",
                        "--max_seq_length",
                        "64",
                        "--save_strategy",
                        "no",
                        "--precision",
                        "f32",
                        "--logging_steps",
                        "1",
                        "--per_device_train_batch_size",
                        "1"};
  const auto losses = [&](const std::string& output, const Words& more) {
    Words words = common;
    words.insert(words.end(), {"--output_dir", (folder.path() / output).string()});
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_tutti(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return losses_in(folder.path() / output);
  };
  losses("base",
         {"--model_name_or_path", shape.string(), "--max_steps", "1", "--allow_missing_tensors"});
  const auto tuned = [&](const std::string& output, Words more) {
    more.insert(more.end(),
                {"--model_name_or_path", base.string(), "--max_steps", "4", "--use_peft",
                 "--lora_r", "32", "--lora_alpha", "64", "--learning_rate", "1e-2"});
    return losses(output, more);
  };
  const std::vector<double> one = tuned("one", {"--gradient_accumulation_steps", "8"}),
                            eight = tuned("eight",
                                          {"--devices", "8", "--backend",
                                           "pjrt=" + library.string() + "?cpu_device_count=8"});
  ASSERT_EQ(one.size(), 4U);
  ASSERT_EQ(eight.size(), 4U);
  EXPECT_LT(one[3], one[0] - 0.01);
  for (size_t i = 0; i < 4; i++) EXPECT_NEAR(eight[i], one[i], 1e-4) << i;
}

}  // namespace
}  // namespace tutti::test
