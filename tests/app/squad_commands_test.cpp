// SPDX-License-Identifier: Apache-2.0
// `tutti score` and `tutti tokenize` against values that the official tools gave.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::run_tutti;

nlohmann::json score(const Path& dataset, const char* predictions) {
  const auto outcome = run_tutti(
      {"score", "--json", dataset.string(), (test::golden_data("squad") / predictions).string()});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

// As the official scripts count: tools/write_golden.py score.
TEST(Score, OfficialNumbersToTwelveDigits) {
  const Path dev = test::quickstart_data("dev.json");
  const auto lstm = score(dev, "v1.1-match-lstm.json");
  EXPECT_NEAR(lstm["exact_match"], 71.73913043478261, 1e-11);
  EXPECT_NEAR(lstm["f1"], 81.47883287175654, 1e-11);
  const auto regression = score(dev, "v1.1-logistic-regression.json");
  EXPECT_NEAR(regression["exact_match"], 40.21739130434783, 1e-11);
  EXPECT_NEAR(regression["f1"], 47.90795182440075, 1e-11);
  const auto bert = score(test::golden_data("squad/dev-v2.0.json"), "v2.0-bert-single.json");
  EXPECT_NEAR(bert["exact"], 78.125, 1e-11);
  EXPECT_NEAR(bert["f1"], 81.9012196684894, 1e-11);
}

TEST(Score, TextAndMissingPredictions) {
  const test::TemporaryFolder folder;
  const Path dataset = folder.path() / "dataset.json", predictions = folder.path() / "answers.json";
  write_file_atomically(dataset, R"({"version": "1.1", "data": [{"paragraphs": [{"context": "A b",
      "qas": [{"id": "1", "question": "?", "answers": [{"text": "b", "answer_start": 2}]},
              {"id": "2", "question": "?", "answers": [{"text": "b", "answer_start": 2}]}]}]}]})");
  write_file_atomically(predictions, R"({"1": "The b!"})");
  const auto outcome = run_tutti({"score", dataset.string(), predictions.string()});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "exact_match   50.0\nf1            50.0\n");
  expect_contains(outcome.err, "warning: 1 of 2 questions have no prediction");
  EXPECT_EQ(run_tutti({"-q", "score", dataset.string(), "/dev/null"}).code, 2);
}

TEST(Score, FilesOfAnotherKindAreCalledWhatTheyAre) {
  const test::TemporaryFolder folder;
  const std::string yaml = folder.path() / "dev.json", parquet = folder.path() / "answers.json";
  write_file_atomically(yaml, "version: 1.1\ndata: []\n");
  write_file_atomically(parquet, "PAR1 and more");
  const auto data = run_tutti({"score", yaml, parquet});
  EXPECT_EQ(data.code, 2);
  expect_contains(data.err, "dev.json:1:1: found YAML, expected JSON");
  write_file_atomically(yaml, R"({"data": [{"paragraphs": [{"context": "A", "qas": [{"id": "1",
      "question": "?", "answers": [{"text": "A", "answer_start": 0}]}]}]}]})");
  expect_contains(run_tutti({"score", yaml, parquet}).err, "found a Parquet file, expected JSON");
}

TEST(Tokenize, EqualsHuggingFaceOnHardStrings) {
  const Path model = test::quickstart_data("tiny_bert");
  const Path golden = test::golden_data("tokenizer/bert-base-uncased.jsonl");
  std::vector<nlohmann::json> expected;
  std::string input;
  std::istringstream lines(read_file(golden));
  for (std::string line; std::getline(lines, line);) {
    expected.push_back(nlohmann::json::parse(line));
    input += expected.back()["text"].dump() + "\n";
  }
  const auto outcome =
      run_tutti({"tokenize", "--json_lines", "--model_name_or_path", model.string()}, input);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream found(outcome.out);
  size_t count = 0;
  for (std::string line; std::getline(found, line); count++) {
    const auto encoding = nlohmann::json::parse(line);
    for (const char* key : {"ids", "tokens", "offsets"})
      EXPECT_EQ(encoding[key], expected.at(count)[key]) << expected[count]["text"];
  }
  EXPECT_EQ(count, expected.size());
}

class TokenizeSmall : public testing::Test {
 protected:
  TokenizeSmall() {
    write_file_atomically(folder_.path() / "vocab.txt",
                          "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nhello\n##s\n");
    write_file_atomically(folder_.path() / "tokenizer_config.json", R"({"do_lower_case": true})");
  }
  test::Outcome tokenize(const std::string& input, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"tokenize", "--model_name_or_path", folder_.path().string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words, input);
  }
  test::TemporaryFolder folder_;
};

constexpr const char* kHello = "{\"ids\":[5],\"tokens\":[\"hello\"],\"offsets\":[[0,5]]}\n";

TEST_F(TokenizeSmall, LinesFromStdinAndFromAFile) {
  constexpr const char* kHellos =
      "{\"ids\":[2,5,6,1,3],\"tokens\":[\"[CLS]\",\"hello\",\"##s\",\"[UNK]\",\"[SEP]\"],"
      "\"offsets\":[[0,0],[0,5],[5,6],[7,8],[0,0]]}\n";
  EXPECT_EQ(tokenize("Hellos x\n").out, kHellos);
  EXPECT_EQ(tokenize("\"Hellos x\"\n", {"--json_lines"}).out, kHellos);
  const Path file = folder_.path() / "texts.txt";
  write_file_atomically(file, "hello\n\n");
  EXPECT_EQ(tokenize("", {file.string(), "--no_special_tokens"}).out,
            std::string(kHello) + "{\"ids\":[],\"tokens\":[],\"offsets\":[]}\n");
}

TEST_F(TokenizeSmall, ABadLineLosesNoOther) {
  const auto found =
      tokenize("\"hello\"\n17\nhello\n\"hello\"\n", {"--json_lines", "--no_special_tokens"});
  EXPECT_EQ(found.code, 2);
  expect_contains(found.err, "standard input:2: found number, expected a JSON string");
  expect_contains(found.err, "standard input:3:");
  std::istringstream lines(found.out);
  std::vector<std::string> each;
  for (std::string line; std::getline(lines, line);) each.push_back(line + "\n");
  ASSERT_EQ(each.size(), 4u) << found.out;
  EXPECT_EQ(each[0], kHello);
  expect_contains(each[1], "{\"error\":\"standard input:2: found number");
  expect_contains(each[2], "{\"error\":\"standard input:3:1:");
  EXPECT_EQ(each[3], kHello);
  const auto plain = tokenize("\xff\nhello\n", {"--no_special_tokens"});
  EXPECT_EQ(plain.code, 2);
  expect_contains(plain.err, "standard input:1: found \"\\xFF\", expected UTF-8");
  EXPECT_TRUE(plain.out.ends_with(kHello)) << plain.out;
  EXPECT_EQ(tokenize("\n", {"--json_lines"}).code, 2);
  EXPECT_EQ(tokenize("", {folder_.path().string()}).code, 2);
  EXPECT_EQ(tokenize("", {"/absent"}).code, 5);
  write_file_atomically(folder_.path() / "train.parquet", "PAR1 and more");
  expect_contains(tokenize("", {folder_.path() / "train.parquet"}).err, "found a Parquet file");
}

TEST(Predict, FitsTheDefaultStrideToShortFeatures) {
  const test::TemporaryFolder folder;
  const Path model = folder.path() / "model";
  const Path quickstart = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart";
  const auto trained =
      run_tutti({"train", "--do_train", "--allow_missing_tensors", "--model_name_or_path",
                 quickstart / "tiny_bert", "--train_file", quickstart / "train.json",
                 "--max_train_samples", "4", "--max_steps", "1", "--output_dir", model});
  ASSERT_EQ(trained.code, 0) << trained.err;
  std::string context;
  for (int i = 0; i < 100; i++) context += "Ada wrote the first program. ";
  const auto predict = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"predict",    "--model_name_or_path", model.string(),
                                      "--question", "Who wrote?",           "--context",
                                      context};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words);
  };
  EXPECT_EQ(predict({"--max_seq_length", "64"}).code, 0);
  EXPECT_EQ(predict({"--max_seq_length", "24"}).code, 0);
  const auto given = predict({"--max_seq_length", "64", "--doc_stride", "128"});
  EXPECT_EQ(given.code, 2);
  expect_contains(given.err, "--doc_stride 128: expected 0 to 60");
}

TEST(Predict, RefusesTokenTypesThatTheModelLacks) {
  const test::TemporaryFolder folder;
  write_file_atomically(folder.path() / "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n");
  write_file_atomically(folder.path() / "config.json", R"({"model_type": "bert", "vocab_size": 5,
      "hidden_size": 4, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 4,
      "max_position_embeddings": 64, "type_vocab_size": 1})");
  const auto outcome = run_tutti({"predict", "--model_name_or_path", folder.path().string(),
                                  "--question", "q", "--context", "c"});
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "vocab.txt: a pair of texts has tokens of type 1, but");
  expect_contains(outcome.err, "config.json has type_vocab_size 1");
}

}  // namespace
}  // namespace tutti
