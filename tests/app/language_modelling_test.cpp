// SPDX-License-Identifier: Apache-2.0
// A small decoder learns texts through the commands.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/small_models.h"
#include "format/json.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

class LanguageModelling : public testing::Test {
 protected:
  LanguageModelling() {
    write_config({});
    write_counting_texts(train_);
  }

  void write_config(const nlohmann::json& changes) const { make_small_decoder(model_, changes); }

  Outcome train(const Words& more = {}) const {
    const Words words = {"train", "--model_name_or_path", model_, "--train_file",
                         train_,  "--validation_file",    train_, "--output_dir",
                         output_};
    const std::string line =
        "--do_train --do_eval --allow_missing_tensors --max_steps 40 --learning_rate 1e-2 "
        "--max_seq_length 32";
    return run_tutti(joined(joined(words, words_of(line)), more));
  }

  TemporaryFolder folder_;
  std::string model_ = (folder_.path() / "model").string();
  std::string train_ = (folder_.path() / "train.jsonl").string();
  std::string output_ = (folder_.path() / "output").string();
};

TEST_F(LanguageModelling, ASmallDecoderLearnsItsTexts) {
  const Outcome outcome = train();
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "text-generation");
  const auto results = format::read_json(Path(output_) / "eval_results.json");
  // The texts differ in one word of two, which no model can know.
  EXPECT_LT(results["eval_loss"].get<double>(), 0.6);
  EXPECT_NEAR(results["eval_perplexity"].get<double>(),
              std::exp(results["eval_loss"].get<double>()), 1e-9);
  const Outcome again = run_tutti({"evaluate", "--model_name_or_path", output_, "--validation_file",
                                   train_, "--max_seq_length", "32", "--precision", "f32"});
  ASSERT_EQ(again.code, 0) << again.err;
  expect_contains(again.out, "perplexity");
}

TEST_F(LanguageModelling, WhatIsNotImplementedIsRefusedByItsName) {
  const auto expect_refused = [&](const nlohmann::json& changes, const std::string& message) {
    write_config(changes);
    const Outcome outcome = train();
    EXPECT_EQ(outcome.code, 2);
    expect_contains(outcome.err, message);
  };
  expect_refused({{"rope_scaling", {{"rope_type", "yarn"}, {"factor", 2}}}},
                 "rope_type is \"yarn\"");
  expect_refused({{"quantization_config", {{"bits", 4}}}}, "quantized by a method");
  expect_refused({{"num_key_value_heads", 3}}, "not a multiple of num_key_value_heads 3");
}

TEST_F(LanguageModelling, ATextMayBeLongerThanTheWindow) {
  const auto loss = [&](const nlohmann::json& changes) {
    write_config(changes);
    const Outcome trained = train({"--max_steps", "1", "--overwrite_output_dir"});
    EXPECT_EQ(trained.code, 0) << trained.err;
    return format::read_json(Path(output_) / "all_results.json")["train_loss"].get<double>();
  };
  nlohmann::json windowed = {{"use_sliding_window", true}, {"max_window_layers", 0}};
  const double whole = loss({});
  windowed["sliding_window"] = 24;  // longer than all texts
  EXPECT_EQ(loss(windowed), whole);
  windowed["sliding_window"] = 2;
  EXPECT_NE(loss(windowed), whole);
}

TEST_F(LanguageModelling, OtherTasksAndOtherFilesAreRefused) {
  const Outcome task = train({"--task", "text-classification"});
  EXPECT_EQ(task.code, 2);
  write_file_atomically(train_, "{\"texts\": \"a\"}\n");
  const Outcome file = train();
  EXPECT_EQ(file.code, 2);
  expect_contains(file.err, "train.jsonl:1: found \"texts\", expected \"messages\"");
}

/// Rows of a conversation of which one word cannot be known.
std::string conversations(int rows) {
  std::string lines;
  for (int i = 0; i < rows; i++)
    lines += fmt::format(
        "{{\"messages\": [{{\"role\": \"user\", \"content\": \"Count to {0}.\"}}, {{\"role\": "
        "\"assistant\", \"content\": \"One, two, {0}.\"}}]}}\n",
        i % 3);
  return lines;
}

class Chats : public LanguageModelling {
 protected:
  Chats() {
    std::filesystem::copy(
        Path(TUTTI_SOURCE_DIR) / "tests/golden/chat_templates/qwen2_5_training.jinja",
        Path(model_) / "chat_template.jinja");
    write_config({{"max_position_embeddings", 256}});
    write_file_atomically(train_, conversations(24));
  }

  Outcome train_chats(const Words& more = {}) const {
    Words words = {"train",
                   "--model_name_or_path",
                   model_,
                   "--train_file",
                   train_,
                   "--do_train",
                   "--allow_missing_tensors",
                   "--per_device_train_batch_size",
                   "2",
                   "--learning_rate",
                   "1e-2",
                   "--output_dir",
                   output_};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words);
  }

  Outcome tokenize(const Words& more = {}) const {
    Words words = {"tokenize", "--chat", "--model_name_or_path", model_, train_};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words);
  }
};

TEST_F(Chats, AreLearnedInPackedRows) {
  const Outcome outcome = train_chats({"--assistant_only_loss", "--packing", "--num_train_epochs",
                                       "12", "--validation_file", train_, "--do_eval"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "rows of the form \"messages\"");
  // Without --max_length rows are as long as the model has positions.
  expect_contains(outcome.err, "in 24 examples, packed into 8 rows (90.2 % full) of at most 256");
  const auto results = format::read_json(Path(output_) / "eval_results.json");
  EXPECT_LT(results["eval_loss"].get<double>(), 1.0);
  EXPECT_TRUE(std::filesystem::exists(Path(output_) / "chat_template.jinja"));
  expect_contains(outcome.err, " tokens/s");
  const Outcome evaluated = run_tutti({"evaluate", "--model_name_or_path", output_,
                                       "--validation_file", train_, "--max_seq_length", "256"});
  ASSERT_EQ(evaluated.code, 0) << evaluated.err;
  expect_contains(evaluated.out, " tokens/s\n");
}

TEST_F(Chats, GoOnAfterAResumeWithTheSameBits) {
  const Words common = {"--assistant_only_loss",
                        "--packing",
                        "--gradient_accumulation_steps",
                        "2",
                        "--max_steps",
                        "6",
                        "--save_steps",
                        "3",
                        "--logging_steps",
                        "1"};
  ASSERT_EQ(train_chats(common).code, 0);
  const std::string weights = read_file(Path(output_) / "model.safetensors");
  const std::string checkpoint = (Path(output_) / "checkpoint-3").string();
  const std::string again = (folder_.path() / "again").string();
  Words words = common;
  words.insert(words.end(), {"--output_dir", again, "--resume_from_checkpoint", checkpoint});
  const Outcome resumed = train_chats(words);
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(read_file(Path(again) / "model.safetensors"), weights);
}

TEST_F(Chats, TakeAnotherTemplateWithThem) {
  const std::string other =
      (Path(TUTTI_SOURCE_DIR) / "tests/golden/chat_templates/zephyr_tinyllama.jinja").string();
  ASSERT_EQ(train_chats({"--chat_template_path", other, "--max_steps", "1"}).code, 0);
  EXPECT_EQ(read_file(Path(output_) / "chat_template.jinja"), read_file(other));
}

TEST_F(Chats, AreShownWithWhatCounts) {
  const Outcome outcome = tokenize({"--assistant_only_loss", "--max_samples", "2"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.out, "train.jsonl:1: ");
  expect_contains(outcome.out, "<|im_start|>assistant\u27e6\nOne, two, 0.<|im_end|>\n\u27e7");
  expect_contains(outcome.out, "train.jsonl:2: ");
  EXPECT_EQ(outcome.out.find("train.jsonl:3: "), std::string::npos);
  expect_contains(outcome.err, "count in the loss) in 24 examples");
  const Outcome cut = tokenize({"--max_length", "16", "--json", "--max_samples", "1"});
  const auto line = nlohmann::json::parse(cut.out);
  EXPECT_EQ(line["input_ids"].size(), 16u);
  EXPECT_EQ(line["labels"][0], -100);
  EXPECT_EQ(line["labels"][1], line["input_ids"][1]);
}

TEST_F(Chats, ThatAreWrongAreRefusedBeforeAnythingIsWritten) {
  const auto expect_refused = [&](const std::string& rows, const std::string& message,
                                  const Words& more = {}) {
    write_file_atomically(train_, rows);
    const Outcome outcome = train_chats(more);
    EXPECT_EQ(outcome.code, 2) << message;
    expect_contains(outcome.err, "train.jsonl:2");
    expect_contains(outcome.err, message);
    EXPECT_FALSE(std::filesystem::exists(output_));
  };
  const std::string good = conversations(1);
  expect_refused(good + "{\"messages\": [\n", "found malformed JSON");
  expect_refused(good + "{\"text\": \"a\"}\n", "expected rows of one form");
  expect_refused(good + R"({"messages": [{"role": "robot", "content": "a"}]})", "\"robot\"");
  expect_refused(good + R"({"messages": [{"role": "user", "content": null}]})", "is null");
  expect_refused(good + R"({"messages": [{"role": "user", "content": [{"type": "image"}]}]})",
                 "found a part of type \"image\"");
  const std::string refusing = (folder_.path() / "refusing.jinja").string();
  write_file_atomically(refusing,
                        "{% if messages[0].role == 'system' %}\n"
                        "{{ raise_exception('no system here') }}{% endif %}a");
  expect_refused(good + R"({"messages": [{"role": "system", "content": "a"}]})",
                 "refusing.jinja:2: the chat template refuses the conversation: no system here",
                 {"--chat_template_path", refusing});
}

TEST_F(Chats, OfWhichNothingCountsAreRefused) {
  write_file_atomically(train_, R"({"messages": [{"role": "user", "content": "a"}]})");
  const Outcome outcome = train_chats({"--assistant_only_loss"});
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "no token of 1 example counts in the loss");
  EXPECT_FALSE(std::filesystem::exists(output_));
}

/// A run of TRL's SFTTrainer on a small Qwen2: golden/causal/trl_run.json.
class TrlRun : public testing::Test {
 protected:
  /// The losses of each step, of a run like that with so many rows in each of so many
  /// micro-batches.
  std::vector<double> losses(int batch, int accumulated) const {
    const Path output = folder_.path() / fmt::format("{}x{}", batch, accumulated);
    const Outcome outcome = run_tutti({"train",
                                       "--model_name_or_path",
                                       model_.string(),
                                       "--train_file",
                                       rows_.string(),
                                       "--do_train",
                                       "--packing",
                                       "--max_length",
                                       "128",
                                       "--train_sampling_strategy",
                                       "sequential",
                                       "--per_device_train_batch_size",
                                       std::to_string(batch),
                                       "--gradient_accumulation_steps",
                                       std::to_string(accumulated),
                                       "--num_train_epochs",
                                       "4",
                                       "--learning_rate",
                                       "2e-3",
                                       "--lr_scheduler_type",
                                       "cosine",
                                       "--warmup_steps",
                                       "0.2",
                                       "--weight_decay",
                                       "0.01",
                                       "--logging_steps",
                                       "1",
                                       "--precision",
                                       "f32",
                                       "--save_strategy",
                                       "no",
                                       "--output_dir",
                                       output.string()});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::vector<double> found;
    const auto state = format::read_json(output / "trainer_state.json");
    for (const auto& entry : state["log_history"]) found.push_back(entry["loss"]);
    return found;
  }

  static void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                          double bound) {
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < expected.size(); i++) EXPECT_NEAR(found[i], expected[i], bound) << i;
  }

  TemporaryFolder folder_;
  Path model_, rows_ = folder_.path() / "rows.jsonl";
};

TEST_F(TrlRun, IsRepeatedWithAnyMicroBatches) {
  TUTTI_DATA_OR_SKIP(golden, "golden/causal/trl_run.json");
  const auto run = nlohmann::ordered_json::parse(read_file(golden));
  std::string lines;
  for (const auto& row : run["rows"]) lines += row.dump() + "\n";
  write_file_atomically(rows_, lines);
  model_ = golden.parent_path() / "qwen2-mini-random";
  std::vector<double> expected;
  for (const auto& entry : run["log"]) expected.push_back(entry["loss"]);
  ASSERT_EQ(expected.size(), 12u);
  const std::vector<double> found = losses(2, 2);
  expect_near(found, expected, 1e-4);  // both in float32, after AdamW's steps
  EXPECT_EQ(losses(4, 1), found);
  EXPECT_EQ(losses(1, 4), found);
}

}  // namespace
}  // namespace tutti::test
