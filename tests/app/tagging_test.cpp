// SPDX-License-Identifier: Apache-2.0
// Classification of tokens through the commands: trained, written, read again.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

const char* const kNames[] = {"Ada", "Alan", "Grace", "John", "Mary"};
const char* const kTowns[] = {"London", "Paris", "Rome", "Berlin"};

/// Sentences of CoNLL's form.
std::string columns(int count) {
  std::string text;
  for (int i = 0; i < count; i++)
    text += fmt::format("{} B-PER\n{} I-PER\nwent O\nto O\n{} B-LOC\n. O\n\n", kNames[i % 5],
                        kNames[i / 5 % 5], kTowns[i / 3 % 4]);
  return text;
}

class TaggingCommands : public testing::Test {
 protected:
  TaggingCommands() {
    std::filesystem::create_directories(data_);
    write_file_atomically(data_ + "/train.conll", columns(200));
    write_file_atomically(data_ + "/validation.conll", columns(40));
  }

  Outcome train(const Words& more) const {
    const Path model = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";
    Words words = {"train",
                   "--model_name_or_path",
                   model,
                   "--task",
                   "token-classification",
                   "--dataset_name",
                   data_,
                   "--do_train",
                   "--do_eval",
                   "--num_train_epochs",
                   "3",
                   "--learning_rate",
                   "1e-3",
                   "--max_seq_length",
                   "16",
                   "--output_dir",
                   output_,
                   "--allow_missing_tensors"};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words);
  }

  TemporaryFolder folder_;
  std::string data_ = (folder_.path() / "data").string();
  std::string output_ = (folder_.path() / "output").string();
};

TEST_F(TaggingCommands, LearnWriteAndReadTags) {
  const Outcome trained = train({"--return_entity_level_metrics"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  expect_contains(trained.err, "200 sentences, 1200 words of at most 16 tokens");
  expect_contains(trained.err, "4: B-LOC, B-PER, I-PER, O");
  expect_contains(trained.err, "predict " + output_ + " --text \"...\"");
  const auto results = format::read_json(Path(output_) / "eval_results.json");
  for (const char* metric : {"eval_f1", "eval_accuracy", "eval_strict_f1", "eval_PER_recall"})
    EXPECT_GE(results[metric], 0.95) << metric;
  const auto config = format::read_json(Path(output_) / "config.json");
  EXPECT_EQ(config["architectures"][0], "BertForTokenClassification");
  EXPECT_EQ(config["id2label"]["1"], "B-PER");

  const Outcome answer = run_tutti(
      {"predict", output_, "--text", "Ada John went to Rome.", "--max_seq_length", "16", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const auto spans = nlohmann::json::parse(answer.out)["spans"];
  ASSERT_EQ(spans.size(), 2U) << answer.out;
  EXPECT_EQ(spans[0]["text"], "Ada John");
  EXPECT_EQ(spans[1]["start"], 17);
  EXPECT_EQ(spans[1]["label"], "LOC");
  const Outcome long_text = run_tutti(
      {"predict", output_, "--text", "to to to to to to to Rome", "--max_seq_length", "8"});
  EXPECT_EQ(long_text.code, 2);
  expect_contains(long_text.err, "--text: 2 words beyond --max_seq_length 8");

  // What was predicted is scored, and texts with spans are read by the same model.
  const Outcome score =
      run_tutti({"score", "--task", "token-classification", data_ + "/validation.conll",
                 output_ + "/eval_predictions.json", "--json"});
  ASSERT_EQ(score.code, 0) << score.err;
  EXPECT_GE(nlohmann::json::parse(score.out)["f1"], 0.95);
  const std::string spans_file = data_ + "/spans.jsonl";
  write_file_atomically(spans_file, R"({"text": "Ada Mary went to Paris.", "spans": )"
                                    R"([[0, 8, "PER"], [17, 22, "LOC"]]})"
                                    "\n");
  const Outcome evaluated = run_tutti(
      {"evaluate", output_, "--validation_file", spans_file, "--max_seq_length", "16", "--json"});
  ASSERT_EQ(evaluated.code, 0) << evaluated.err;
  expect_contains(evaluated.out, "\"eval_strict_f1\":1.0");
}

TEST_F(TaggingCommands, ReadColumnsOfOtherNames) {
  const auto trained = [&](const std::string& name, const std::string& content,
                           std::vector<std::string> columns) {
    const std::string file = (folder_.path() / name).string();
    write_file_atomically(file, content);
    std::vector<std::string> words = {
        "train",
        "--model_name_or_path",
        (Path(TUTTI_SOURCE_DIR) / "examples/quickstart/tiny_bert").string(),
        "--task",
        "token-classification",
        "--train_file",
        file,
        "--do_train",
        "--max_steps",
        "1",
        "--max_seq_length",
        "16",
        "--output_dir",
        output_,
        "--overwrite_output_dir",
        "--allow_missing_tensors"};
    words.insert(words.end(), columns.begin(), columns.end());
    const Outcome outcome = run_tutti(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return read_file(Path(output_) / "config.json");
  };
  expect_contains(trained("own.jsonl",
                          "{\"wrds\": [\"Ada\", \"ran\"], \"mine\": [\"B-PER\", \"O\"], "
                          "\"ner_tags\": [\"B-ORG\", \"O\"]}\n",
                          {"--text_column_name", "wrds", "--label_column_name", "mine"}),
                  "B-PER");
  expect_contains(trained("spans.csv", "text,spans\nAda ran,\"[[0, 3, \"\"PER\"\"]]\"\n",
                          {"--text_column_name", "text"}),
                  "B-PER");
}

TEST_F(TaggingCommands, RefuseATagThatTheTrainingFileLacks) {
  write_file_atomically(data_ + "/validation.conll", "Ada B-PER\nAcme B-ORG\n");
  const Outcome outcome = train({});
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "validation.conll:1: \"tags\"[1]: the label is \"B-ORG\"");
  EXPECT_FALSE(std::filesystem::exists(Path(output_) / "model.safetensors"));
}

}  // namespace
}  // namespace tutti::test
