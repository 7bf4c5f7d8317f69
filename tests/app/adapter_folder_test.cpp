// SPDX-License-Identifier: Apache-2.0
// An adapter's folder in the place of its model, and adapters of the output head.
#include <gtest/gtest.h>

#include "app/adapter_commands.h"
#include "format/json.h"
#include "format/safetensors.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;

nlohmann::json ids_of(const std::vector<std::string>& more) {
  const Outcome outcome = run_tutti(joined(
      joined({"generate"}, more), {"--prompt", "One, two", "--temperature", "0", "--max_new_tokens",
                                   "8", "--precision", "f32", "--json"}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.code == 0 ? nlohmann::json::parse(outcome.out)["ids"] : nlohmann::json();
}

TEST_F(AdapterCommands, AnAdaptersFolderIsEnough) {
  const Outcome trained = train(output_);
  ASSERT_EQ(trained.code, 0) << trained.err;
  expect_contains(trained.err, "try it: tutti generate " + output_ + " --prompt");
  const auto loss = [&](const std::vector<std::string>& model) {
    return evaluated(model)["eval_loss"].get<double>();
  };
  const double expected = loss({base_, "--adapter", output_});
  EXPECT_EQ(loss({output_}), expected);
  EXPECT_NE(expected, loss({base_}));
  EXPECT_EQ(ids_of({output_}), ids_of({base_, "--adapter", output_}));
  const std::string merged = path("merged");
  ASSERT_EQ(run_tutti({"merge", output_, "--output_dir", merged}).code, 0);
  EXPECT_NEAR(loss({merged}), expected, 1e-5);
  const Outcome more =
      run_tutti({"train", output_, "--train_file", train_, "--do_train", "--max_steps", "1",
                 "--max_seq_length", "32", "--output_dir", path("more")});
  ASSERT_EQ(more.code, 0) << more.err;
  EXPECT_NE(hash_of(path("more")), hash_of(output_));
  const Outcome gguf = run_tutti({"export", output_, "--gguf", "f16", "--output", path("x.gguf")});
  EXPECT_EQ(gguf.code, 2);
  expect_contains(gguf.err, "is written by tutti merge --gguf");
  // PEFT's folders have no tokenizer.
  const Path tokenizer = Path(output_) / "tokenizer.json";
  const std::string own = run_tutti({"tokenize", output_}, "One, two").out;
  fs::rename(tokenizer, path("tokenizer.json"));
  EXPECT_EQ(run_tutti({"tokenize", output_}, "One, two").out, own);
  const Outcome twice = run_tutti({"merge", output_, "--adapter", output_, "--output_dir", merged});
  EXPECT_EQ(twice.code, 2);
  expect_contains(twice.err, "leave one out");
}

TEST_F(AdapterCommands, TheBaseIsFoundFromTheAdaptersFolder) {
  ASSERT_EQ(train(output_).code, 0);
  const Path config = Path(output_) / "adapter_config.json";
  nlohmann::json changed = format::read_json(config);
  EXPECT_EQ(changed["base_model_name_or_path"], base_);
  const auto generate = [&](const nlohmann::json& base) {
    changed["base_model_name_or_path"] = base;
    write_file_atomically(config, changed.dump());
    return run_tutti({"generate", output_, "--prompt", "One", "--max_new_tokens", "1"});
  };
  EXPECT_EQ(generate("../base").code, 0);
  const Outcome absent = generate("someone/nothing-here");
  EXPECT_EQ(absent.code, 5);
  expect_contains(absent.err,
                  "the adapter's base model is someone/nothing-here "
                  "(base_model_name_or_path)");
  expect_contains(absent.err, "hf download someone/nothing-here");
  expect_contains(absent.err, "--model_name_or_path and this folder as --adapter");
  const Outcome none = generate(nullptr);
  EXPECT_EQ(none.code, 2);
  expect_contains(none.err, "base_model_name_or_path is missing");
}

TEST_F(AdapterCommands, SaysForWhichModelAnAdapterWasMade) {
  ASSERT_EQ(train(output_).code, 0);
  const std::string shape = path("shape2"), other = path("other");
  make_small_decoder(shape, {{"hidden_size", 16}});
  ASSERT_EQ(run_tutti({"train", shape, "--train_file", train_, "--do_train", "--max_steps", "1",
                       "--max_seq_length", "32", "--allow_missing_tensors", "--output_dir", other})
                .code,
            0);
  const Outcome wrong = run_tutti({"generate", other, "--adapter", output_, "--prompt", "One"});
  EXPECT_EQ(wrong.code, 2);
  expect_contains(wrong.err, "the adapter was made for " + base_ +
                                 " (base_model_name_or_path), not for " + other);
  const Outcome absent = run_tutti({"generate", base_, "--adapter", "nosuch", "--prompt", "One"});
  EXPECT_EQ(absent.code, 5);
  expect_contains(absent.err, "adapter nosuch: found neither a folder of that name");
  const Outcome train_absent = run_tutti({"train", base_, "--adapter", "nosuch", "--train_file",
                                          train_, "--do_train", "--output_dir", path("x")});
  expect_contains(train_absent.err, "adapter nosuch: found neither a folder of that name");
}

/// What is adapted is the head, whether or not its matrix is the embedding's: the adapter counts in
/// the loss as in a merged model, and a run that was stopped gives the same bits.
class AdapterOfHead : public AdapterCommands, public testing::WithParamInterface<bool> {
 protected:
  void make_base() {
    if (GetParam()) return;
    const std::string shape = path("untied");
    make_small_decoder(shape, {{"tie_word_embeddings", false}});
    base_ = path("untied_base");
    ASSERT_EQ(
        run_tutti({"train", shape, "--train_file", train_, "--do_train", "--max_steps", "1",
                   "--max_seq_length", "32", "--allow_missing_tensors", "--output_dir", base_})
            .code,
        0);
  }
};

TEST_P(AdapterOfHead, IsTrainedEvaluatedMergedAndResumed) {
  make_base();
  const std::string targets = "lm_head,embed_tokens,v_proj";
  const std::vector<std::string> flags = {"--lora_target_modules", targets, "--save_steps", "3"};
  const Outcome outcome = train(output_, flags);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const format::SafetensorsFile file(Path(output_) / "adapter_model.safetensors");
  const auto* b = file.find("base_model.model.lm_head.lora_B.weight");
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(b->shape, (std::vector<int64_t>{512, 4}));
  EXPECT_EQ(file.find("base_model.model.lm_head.base_layer.weight") != nullptr, !GetParam());

  const double before = evaluated({base_})["eval_loss"], with = evaluated({output_})["eval_loss"];
  EXPECT_LT(with, before - 0.2);
  const std::string merged = path("merged");
  ASSERT_EQ(run_tutti({"merge", output_, "--output_dir", merged}).code, 0);
  EXPECT_EQ(format::read_json(Path(merged) / "config.json")["tie_word_embeddings"], false);
  EXPECT_NEAR(evaluated({merged})["eval_loss"].get<double>(), with, 1e-5);
  EXPECT_EQ(ids_of({output_}), ids_of({merged}));

  const std::string resumed = path("resumed");
  fs::create_directory(resumed);
  fs::copy(Path(output_) / "checkpoint-3", Path(resumed) / "checkpoint-3");
  const Outcome again = train(resumed, joined(flags, {"--resume_from_checkpoint", "auto"}));
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(hash_of(resumed), hash_of(output_));
}

INSTANTIATE_TEST_SUITE_P(Tied, AdapterOfHead, testing::Bool());

/// The head keeps the values that the embedding had.
TEST_F(AdapterCommands, AnEmbeddingAloneUntiesTheHead) {
  const Outcome outcome = train(output_, {"--lora_target_modules", "embed_tokens"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string merged = path("merged");
  ASSERT_EQ(run_tutti({"merge", output_, "--output_dir", merged}).code, 0);
  EXPECT_EQ(ids_of({output_}), ids_of({merged}));
}

/// PEFT 0.21.2 wrote the adapter and computes this loss; it saves copies of the head's and the
/// embedding's base weights.
TEST(AdapterOfPeft, OfAHeadHasTheLossThatPeftComputes) {
  TUTTI_DATA_OR_SKIP(report, "reports/adapter-lm-head-untied");
  TUTTI_DATA_OR_SKIP(golden, "golden/causal");
  const TemporaryFolder folder;
  const Path model = folder.path() / "llama-mini-random", merged = folder.path() / "merged";
  fs::copy(golden / "llama-mini-random", model);
  for (const char* name : {"tokenizer.json", "tokenizer_config.json"})
    fs::copy(golden / "qwen2-mini-random" / name, model / name,
             fs::copy_options::overwrite_existing);
  const auto loss = [&](const std::vector<std::string>& words) {
    const Outcome outcome = run_tutti(joined(
        joined({"evaluate"}, words),
        {"--validation_file", (report / "v.jsonl").string(), "--precision", "f32", "--json"}));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.code == 0 ? nlohmann::json::parse(outcome.out)["eval_loss"].get<double>() : 0;
  };
  const std::string adapter = (report / "a").string();
  EXPECT_NEAR(loss({model.string(), "--adapter", adapter}), 6.284153, 1e-6);
  const Outcome outcome =
      run_tutti({"merge", model.string(), "--adapter", adapter, "--output_dir", merged.string()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(loss({merged.string()}), 6.284153, 1e-5);
}

}  // namespace
}  // namespace tutti::test
