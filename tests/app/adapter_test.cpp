// SPDX-License-Identifier: Apache-2.0
// LoRA from the command line: training, resuming, evaluating, merging, and what is refused.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "app/adapter_commands.h"
#include "app/small_models.h"
#include "base/hash.h"
#include "format/json.h"
#include "format/safetensors.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

TEST_F(AdapterCommands, WritesWhatPeftReadsAndOnlyThat) {
  const Outcome outcome = train(output_);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "LoRA r 4");
  const format::SafetensorsFile file(Path(output_) / "adapter_model.safetensors");
  EXPECT_EQ(file.metadata().at("format"), "pt");
  EXPECT_EQ(file.tensors().size(), 2u * 7 * 2);  // A and B of seven modules in two layers
  const auto* a = file.find("base_model.model.model.layers.1.mlp.down_proj.lora_A.weight");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->shape, (std::vector<int64_t>{4, 64}));
  EXPECT_EQ(a->dtype, format::Dtype::f32);
  const auto config = format::read_json(Path(output_) / "adapter_config.json");
  EXPECT_EQ(config["target_modules"], nlohmann::json({"down_proj", "gate_proj", "k_proj", "o_proj",
                                                      "q_proj", "up_proj", "v_proj"}));
  EXPECT_EQ(config["task_type"], "CAUSAL_LM");
  EXPECT_EQ(config["r"], 4);
  EXPECT_FALSE(std::filesystem::exists(Path(output_) / "model.safetensors"));
  EXPECT_FALSE(std::filesystem::exists(Path(output_) / "config.json"));
  EXPECT_TRUE(std::filesystem::exists(Path(output_) / "tokenizer.json"));
}

TEST_F(AdapterCommands, AResumedRunGivesTheSameBits) {
  ASSERT_EQ(train(output_, {"--save_steps", "3"}).code, 0);
  const std::string expected = hash_of(output_), resumed = path("resumed");
  // As a kill after step 6 leaves it.
  std::filesystem::create_directory(resumed);
  std::filesystem::copy(Path(output_) / "checkpoint-6", Path(resumed) / "checkpoint-6");
  const Outcome outcome = train(resumed, {"--save_steps", "3", "--resume_from_checkpoint", "auto"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "resumed at 6");
  EXPECT_EQ(hash_of(resumed), expected);
  EXPECT_FALSE(std::filesystem::exists(Path(output_) / "checkpoint-6" / "model.safetensors"));

  const Outcome other = train(resumed, {"--lora_alpha", "7", "--resume_from_checkpoint", "auto"});
  EXPECT_EQ(other.code, 2);
  expect_contains(other.err, "another configuration");
}

TEST_F(AdapterCommands, EstimatesWhatItsCheckpointsTake) {
  ASSERT_EQ(train(output_, {"--save_steps", "8"}).code, 0);
  uint64_t bytes = 0;  // of the tensors, without headers and the counters
  for (const char* name : {"adapter_model.safetensors", "optimizer.safetensors"}) {
    const format::SafetensorsFile file(Path(output_) / "checkpoint-8" / name);
    for (const format::TensorInfo& tensor : file.tensors()) bytes += tensor.bytes();
  }
  const Outcome outcome = run("estimate", output_, {"--measured_steps", "0", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto files = nlohmann::json::parse(outcome.out)["files"];
  EXPECT_NEAR(files["checkpoint_bytes"].get<double>(), static_cast<double>(bytes), 64);
}

/// Packed rows are added in one order, whatever a micro-batch is; with threads, LoRA and dropout.
TEST_F(AdapterCommands, HowRowsAreAccumulatedDoesNotChangeABit) {
  const auto hash = [&](bool adapts, const Words& more) {
    const std::string output = path("rows");
    const Words words = joined(
        {"--packing", "--max_seq_length", "64", "--max_steps", "4", "--save_steps", "4"}, more);
    const Outcome outcome = adapts ? train(output, words) : run_whole("train", output, words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const Path checkpoint = Path(output) / "checkpoint-4";
    std::string all = sha256_of_file(checkpoint / "optimizer.safetensors");
    for (const char* file : {"adapter_model.safetensors", "model.safetensors"})
      if (std::filesystem::exists(checkpoint / file)) all += sha256_of_file(checkpoint / file);
    const auto state = format::read_json(checkpoint / "trainer_state.json");
    std::filesystem::remove_all(output);
    return all + state["log_history"].dump();
  };
  for (const bool adapts : {true, false})
    for (const char* precision : {"f32", "bf16"}) {
      std::set<std::string> found;
      int threads = 1;
      for (const char* batch : {"8", "4", "2", "1"}) {
        const std::string accumulated = std::to_string(8 / std::stoi(batch));
        found.insert(hash(adapts, {"--precision", precision, "--per_device_train_batch_size", batch,
                                   "--gradient_accumulation_steps", accumulated, "--threads",
                                   std::to_string(threads)}));
        threads = 3 - threads;
      }
      EXPECT_EQ(found.size(), 1u) << adapts << ", " << precision;
    }
}

TEST_F(AdapterCommands, AnAdapterServesOnTopOfItsBaseAndMerged) {
  ASSERT_EQ(train(output_).code, 0);
  const double before = evaluated({"--model_name_or_path", base_})["eval_loss"].get<double>();
  const double with =
      evaluated({"--model_name_or_path", base_, "--adapter", output_})["eval_loss"].get<double>();
  EXPECT_LT(with, before - 0.2);
  const std::string merged = path("merged");
  const Outcome outcome = run_tutti({"merge", base_, "--adapter", output_, "--output_dir", merged});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(evaluated({"--model_name_or_path", merged})["eval_loss"].get<double>(), with, 1e-5);
  EXPECT_EQ(format::read_json(Path(merged) / "config.json")["tie_word_embeddings"], true);
}

TEST_F(AdapterCommands, TellsWhatBf16LosesOfAMergedAdapter) {
  ASSERT_EQ(train(output_, {"--learning_rate", "1e-6"}).code, 0);
  const Outcome outcome = run_tutti({"merge", base_, "--adapter", output_, "--output_dir",
                                     path("merged"), "--torch_dtype", "bfloat16", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto result = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(result["changed_tensors"], 14);
  // Small steps are far below bf16's last place.
  EXPECT_GT(result["relative_rounding_error"].get<double>(), 1);
  EXPECT_GT(result["lost_entries"].get<int64_t>(), result["changed_entries"].get<int64_t>() / 2);
  expect_contains(outcome.err, "rounding to bf16 took the change");
}

TEST_F(AdapterCommands, AMergedEmbeddingUntiesTheHead) {
  ASSERT_EQ(
      train(output_, {"--lora_target_modules", "embed_tokens,v_proj", "--lora_dropout", "0"}).code,
      0);
  const double with =
      evaluated({"--model_name_or_path", base_, "--adapter", output_})["eval_loss"].get<double>();
  const std::string merged = path("merged");
  ASSERT_EQ(run_tutti({"merge", base_, "--adapter", output_, "--output_dir", merged}).code, 0);
  EXPECT_EQ(format::read_json(Path(merged) / "config.json")["tie_word_embeddings"], false);
  EXPECT_NEAR(evaluated({"--model_name_or_path", merged})["eval_loss"].get<double>(), with, 1e-5);
}

/// Frozen weights that are kept as bf16 give the bits of those that each step rounds.
TEST_F(AdapterCommands, TrainsInBf16AndGoesOnFromAnAdapter) {
  ASSERT_EQ(train(output_, {"--bf16"}).code, 0);
  const std::string again = path("again");
  const Outcome more = run_tutti({"train", "--model_name_or_path", base_, "--adapter", output_,
                                  "--train_file", train_, "--do_train", "--max_steps", "1",
                                  "--max_seq_length", "32", "--bf16", "--output_dir", again});
  ASSERT_EQ(more.code, 0) << more.err;
  EXPECT_NE(hash_of(again), hash_of(output_));
  EXPECT_EQ(format::read_json(Path(again) / "adapter_config.json")["r"], 4);
}

TEST_F(AdapterCommands, IsExportedWithFrozenWeightsAsTrainingKeepsThem) {
  ASSERT_EQ(train(output_).code, 0);
  for (const std::string precision : {"f32", "bf16"}) {
    const Outcome exported = run_tutti({"export", output_, "--function", "step", "--max_seq_length",
                                        "16", "--precision", precision});
    ASSERT_EQ(exported.code, 0) << exported.err;
    for (const std::string name : {"q_proj", "o_proj"})
      expect_contains(
          exported.out,
          "x" + precision + "> {tutti.name = \"model.layers.1.self_attn." + name + ".weight\"");
  }
}

TEST_F(AdapterCommands, RefusesWhatDoesNotFit) {
  const auto refused = [&](const Words& more, const std::string& part) {
    const Outcome outcome = train(output_, more);
    EXPECT_EQ(outcome.code, 2);
    expect_contains(outcome.err, part);
    EXPECT_FALSE(std::filesystem::exists(output_));
  };
  refused({"--lora_target_modules", "query,value"}, "which chooses no module; expected some of");
  refused({"--lora_target_modules", "model.norm"}, "expected linear modules and embeddings");
  refused({"--lora_target_modules", "q_proj|("}, "expected a regular expression");
  refused({"--lora_modules_to_save", "score"}, "ends no module's name");
  refused({"--use_peft", "false"}, "--lora_r is for an adapter: give --use_peft as well");
  refused({"--adapter", base_}, "leave one out");
  refused({"--lora_r", "65"}, "have a rank of at most 32");

  ASSERT_EQ(train(output_).code, 0);
  const auto evaluate = [&](const std::string& part) {
    const Outcome outcome =
        run_tutti({"evaluate", "--model_name_or_path", base_, "--adapter", output_,
                   "--validation_file", train_, "--max_seq_length", "32"});
    EXPECT_EQ(outcome.code, 2);
    expect_contains(outcome.err, part);
  };
  const Path config = Path(output_) / "adapter_config.json";
  const std::string text = read_file(config);
  const auto with = [&](const std::string& key, const nlohmann::json& value) {
    nlohmann::json changed = nlohmann::json::parse(text);
    changed[key] = value;
    write_file_atomically(config, changed.dump());
  };
  with("r", 5);
  evaluate("expected [5, ");
  with("target_modules", {"q_proj"});
  evaluate("is left over");
  with("use_dora", true);
  evaluate("lora_magnitude_vector is missing");
  with("target_modules", {"query"});
  evaluate("which chooses no module");
  std::filesystem::remove(config);
  const Outcome none = run_tutti({"evaluate", "--model_name_or_path", base_, "--adapter", output_,
                                  "--validation_file", train_});
  EXPECT_EQ(none.code, 5);
  expect_contains(none.err, "has no adapter_config.json");
}

/// The head and the labels' names come with the adapter.
TEST_F(AdapterCommands, WritesTheTextsOfTheMergedModel) {
  ASSERT_EQ(train(output_).code, 0);
  const std::string merged = path("merged");
  ASSERT_EQ(run_tutti({"merge", base_, "--adapter", output_, "--output_dir", merged}).code, 0);
  const auto text = [&](const std::string& model, const Words& more = {}) {
    const Outcome outcome =
        run_tutti(joined({"generate", model, "--prompt", "One, two", "--temperature", "0",
                          "--max_new_tokens", "16", "--precision", "f32", "--json"},
                         more));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.code == 0 ? nlohmann::json::parse(outcome.out)["ids"] : nlohmann::json();
  };
  const nlohmann::json found = text(base_, {"--adapter", output_});
  EXPECT_EQ(found, text(merged));
  EXPECT_NE(found, text(base_));
  EXPECT_FALSE(found.empty());
}

TEST_F(AdapterCommands, WorksForAnEncoderWithANewHead) {
  const std::string shape = test::quickstart_data("tiny_bert").string(),
                    texts = path("texts.jsonl"), bert = path("bert");
  std::string lines;
  for (int i = 0; i < 24; i++)
    lines += fmt::format("{{\"text\": \"a {} day\", \"label\": \"{}\"}}\n", i % 2 ? "good" : "bad",
                         i % 2 ? "up" : "down");
  write_file_atomically(texts, lines);
  const Words words = {"train", "--task",     "text-classification", "--train_file",
                       texts,   "--do_train", "--max_seq_length",    "32"};
  const Outcome none = run_tutti(
      joined(words, {"--model_name_or_path", shape, "--use_peft", "--output_dir", output_}));
  EXPECT_EQ(none.code, 5);
  expect_contains(none.err, "found neither model.safetensors");
  ASSERT_EQ(run_tutti(joined(words, {"--model_name_or_path", shape, "--max_steps", "1",
                                     "--allow_missing_tensors", "--output_dir", bert}))
                .code,
            0);
  const Outcome tuned =
      run_tutti(joined(words, {"--model_name_or_path", bert, "--use_peft", "--max_steps", "20",
                               "--learning_rate", "1e-2", "--output_dir", output_}));
  ASSERT_EQ(tuned.code, 0) << tuned.err;
  const format::SafetensorsFile file(Path(output_) / "adapter_model.safetensors");
  EXPECT_NE(file.find("base_model.model.classifier.weight"), nullptr);
  EXPECT_NE(file.find("base_model.model.bert.encoder.layer.0.attention.self.query.lora_A.weight"),
            nullptr);
  const Outcome scored = run_tutti(
      {"evaluate", "--task", "text-classification", "--model_name_or_path", bert, "--adapter",
       output_, "--validation_file", texts, "--max_seq_length", "32", "--json"});
  ASSERT_EQ(scored.code, 0) << scored.err;
  EXPECT_EQ(nlohmann::json::parse(scored.out)["eval_accuracy"], 1.0);
  // The adapter's folder names its base, and config.json in it the task and the labels.
  const Outcome alone = run_tutti(
      {"evaluate", output_, "--validation_file", texts, "--max_seq_length", "32", "--json"});
  ASSERT_EQ(alone.code, 0) << alone.err;
  EXPECT_EQ(nlohmann::json::parse(alone.out)["eval_accuracy"], 1.0);
}

/// A forward function that JAX printed: its weights are found by the names of its arguments.
TEST(IrAdapt, PutsAdaptersIntoAnImportedProgram) {
  const char* const program = R"(
func.func @main(%x: tensor<4x3xf32> loc("x"), %w: tensor<3x5xf32> loc("params['dense']['kernel']"))
    -> tensor<4x5xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
)";
  const Words words = {"ir",       "adapt", "-", "--lora_target_modules", "params\\['dense'\\].*",
                       "--lora_r", "2"};
  const Outcome outcome = run_tutti(words, program);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.out, "tensor<2x3xf32>");
  expect_contains(outcome.out, "params['dense']['kernel'].lora_B.weight");
  const Outcome none = run_tutti({"ir", "adapt", "-", "--lora_target_modules", "q_proj"}, program);
  EXPECT_EQ(none.code, 2);
  expect_contains(none.err, "which chooses no module; expected some of x");
}

}  // namespace
}  // namespace tutti::test
