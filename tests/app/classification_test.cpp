// SPDX-License-Identifier: Apache-2.0
// Text classification through the commands: trained, written, read again.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

/// Texts whose class is that of one of their words.
std::string texts(int count) {
  const char* const words[] = {"good", "bad"};
  const char* const things[] = {"film", "story", "song", "book", "play"};
  std::string lines;
  for (int i = 0; i < count; i++)
    lines += fmt::format("{{\"sentence\": \"the {} was {} and the {} too\", \"label\": \"{}\"}}\n",
                         things[i % 5], words[i % 2], things[i / 5 % 5], words[i % 2]);
  return lines;
}

class ClassificationCommands : public testing::Test {
 protected:
  ClassificationCommands() {
    std::filesystem::create_directories(data_);
    write_file_atomically(data_ + "/train.jsonl", texts(200));
    write_file_atomically(data_ + "/validation.jsonl", texts(40));
  }

  Outcome train(const Words& more) const {
    const Path model = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";
    Words words = {"train", "--model_name_or_path", model,       "--dataset_name",
                   data_,   "--do_train",           "--do_eval", "--num_train_epochs",
                   "2",     "--learning_rate",      "1e-3",      "--max_seq_length",
                   "32",    "--output_dir",         output_,     "--allow_missing_tensors"};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words);
  }

  TemporaryFolder folder_;
  std::string data_ = (folder_.path() / "data").string();
  std::string output_ = (folder_.path() / "output").string();
};

TEST_F(ClassificationCommands, LearnWriteAndReadAClassifier) {
  const Outcome trained = train({"--task", "text-classification"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  expect_contains(trained.err, "200 texts of at most 32 tokens");
  expect_contains(trained.err, "2: bad (100), good (100)");
  EXPECT_GE(format::read_json(Path(output_) / "eval_results.json")["eval_accuracy"], 0.95);
  const auto config = format::read_json(Path(output_) / "config.json");
  EXPECT_EQ(config["architectures"][0], "BertForSequenceClassification");
  EXPECT_EQ(config["id2label"]["0"], "bad");

  // Neither the task nor the labels need to be said again.
  const Outcome answer = run_tutti({"predict", "--model_name_or_path", output_, "--text",
                                    "the play was bad", "--max_seq_length", "32"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  expect_contains(answer.out, "probability\tscore\tanswer\n0.");
  EXPECT_LT(answer.out.find("\tbad\n"), answer.out.find("\tgood\n")) << answer.out;
  const Outcome score =
      run_tutti({"score", "--task", "text-classification", data_ + "/validation.jsonl",
                 output_ + "/eval_predictions.json", "--json"});
  ASSERT_EQ(score.code, 0) << score.err;
  expect_contains(score.out, "\"accuracy\"");
}

/// Pairs with a number that both texts have a part in.
std::string pairs(int count) {
  std::string lines;
  for (int i = 0; i < count; i++)
    lines += fmt::format(
        R"({{"sentence1": "a {} hat", "sentence2": "a {} coat", "idx": {}, "label": {:.2f}}})"
        "\n",
        i % 2 ? "red" : "green", i / 2 % 2 ? "new" : "old", i,
        0.5 + (i % 2 ? 1 : 0) + (i / 2 % 2 ? 0.25 : 0));
  return lines;
}

TEST_F(ClassificationCommands, LearnNumbers) {
  write_file_atomically(data_ + "/train.jsonl", pairs(200));
  write_file_atomically(data_ + "/validation.jsonl", pairs(40));
  const Outcome trained =
      train({"--task", "text-classification", "--num_train_epochs", "6", "--load_best_model_at_end",
             "--eval_strategy", "epoch", "--save_strategy", "epoch"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  expect_contains(trained.err, "numbers from 0.5 to 1.75 (regression)");
  const auto results = format::read_json(Path(output_) / "eval_results.json");
  EXPECT_GE(results["eval_pearson"], 0.95);
  EXPECT_GE(results["eval_spearmanr"], 0.8);
  EXPECT_LE(results["eval_mse"], 0.05);
  const auto config = format::read_json(Path(output_) / "config.json");
  EXPECT_EQ(config["problem_type"], "regression");
  EXPECT_EQ(config["id2label"].size(), 1U);
  const Outcome answer = run_tutti({"predict", output_, "--text", "a red hat", "--text_pair",
                                    "a red coat", "--max_seq_length", "32", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_NEAR(nlohmann::json::parse(answer.out)["value"], 1.75, 0.3);
  const Outcome score =
      run_tutti({"score", "--task", "text-classification", data_ + "/validation.jsonl",
                 output_ + "/eval_predictions.json"});
  ASSERT_EQ(score.code, 0) << score.err;
  expect_contains(score.out, "spearmanr");
  const Outcome other = train(
      {"--task", "text-classification", "--class_weights", "balanced", "--overwrite_output_dir"});
  EXPECT_EQ(other.code, 2);
  expect_contains(other.err, "--class_weights: expected one class a text");
  const Outcome metric = train({"--task", "text-classification", "--metric_for_best_model",
                                "accuracy", "--overwrite_output_dir"});
  EXPECT_EQ(metric.code, 2);
  expect_contains(metric.err, "evaluations of this model do not measure it");
}

TEST_F(ClassificationCommands, LearnSeveralClassesOfAText) {
  std::string lines;
  for (int i = 0; i < 160; i++) {
    const char *sky = i % 2 ? "sun" : "fog", *place = i / 2 % 2 ? "sea" : "ice";
    nlohmann::json row = {{"text", fmt::format("{0} {0} {0} and {1} {1} {1}", sky, place)},
                          {"labels", nlohmann::json::array()}};
    if (i % 2) row["labels"].push_back(sky);
    if (i / 2 % 2) row["labels"].push_back(place);
    lines += row.dump() + "\n";
  }
  write_file_atomically(data_ + "/train.jsonl", lines);
  write_file_atomically(data_ + "/validation.jsonl", lines);
  const Outcome trained = train(
      {"--task", "text-classification", "--num_train_epochs", "6", "--learning_rate", "5e-4"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  expect_contains(trained.err, "2: sea (80), sun (80), any number of them a text");
  const auto results = format::read_json(Path(output_) / "eval_results.json");
  for (const char* name : {"eval_accuracy", "eval_f1", "eval_f1_macro"})
    EXPECT_GE(results[name], 0.95) << name;
  EXPECT_EQ(format::read_json(Path(output_) / "eval_predictions.json")[3],
            nlohmann::json({"sea", "sun"}));
  const Outcome answer = run_tutti({"predict", output_, "--text", "sun sun sun and ice ice ice",
                                    "--max_seq_length", "32", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(nlohmann::json::parse(answer.out)["labels"], nlohmann::json({"sun"}));
  const Outcome score =
      run_tutti({"score", "--task", "text-classification", data_ + "/validation.jsonl",
                 output_ + "/eval_predictions.json", "--json"});
  ASSERT_EQ(score.code, 0) << score.err;
  expect_contains(score.out, "\"f1_macro\"");
}

TEST_F(ClassificationCommands, WeighClasses) {
  write_file_atomically(data_ + "/rows.csv", "text,label\nbad,0\ngood,1\nfine,1\ngreat,1\n");
  const auto weights = [&](const std::string& given) {
    const Path model = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";
    return run_tutti({"train", "--task", "text-classification", "--model", model, "--train_file",
                      data_ + "/rows.csv", "--do_train", "--max_steps", "1", "--max_seq_length",
                      "16", "--output_dir", output_, "--overwrite_output_dir",
                      "--allow_missing_tensors", "--class_weights", given});
  };
  const Outcome balanced = weights("balanced");
  ASSERT_EQ(balanced.code, 0) << balanced.err;
  expect_contains(balanced.err, "2, 0.6667");
  const Outcome few = weights("1");
  EXPECT_EQ(few.code, 2);
  expect_contains(few.err, "--class_weights: found 1 number, expected one for each of 0, 1");
  expect_contains(weights("1,-2").err, "found \"-2\", expected balanced or numbers above 0");
}

TEST_F(ClassificationCommands, MayEvaluateAShareOfWhatTheyTrainOn) {
  const Path model = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";
  Words words = {"train",
                 "--task",
                 "text-classification",
                 "--model_name_or_path",
                 model,
                 "--do_train",
                 "--do_eval",
                 "--max_steps",
                 "1",
                 "--max_seq_length",
                 "32",
                 "--output_dir",
                 output_,
                 "--allow_missing_tensors",
                 "--validation_split",
                 "0.1",
                 "--train_file",
                 data_ + "/train.jsonl," + data_ + "/validation.jsonl"};
  const Outcome trained = run_tutti(words);
  ASSERT_EQ(trained.code, 0) << trained.err;
  expect_contains(trained.err, "216 texts of at most 32 tokens");
  expect_contains(trained.err, ": 24 texts");
  words.insert(words.end(), {"--validation_file", data_ + "/validation.jsonl"});
  const Outcome both = run_tutti(words);
  EXPECT_EQ(both.code, 2);
  expect_contains(both.err, "expected no --validation_file with it");
}

TEST_F(ClassificationCommands, ATaskThatIsForgottenIsNamed) {
  write_file_atomically(data_ + "/rows.csv", "text,label\na,0\nb,1\n");
  const Path model = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";
  const Outcome outcome = run_tutti({"train", "--model_name_or_path", model, "--train_file",
                                     data_ + "/rows.csv", "--do_train", "--output_dir", output_});
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "rows.csv: found the columns \"text\", \"label\"");
  expect_contains(outcome.err, "for texts with labels add --task text-classification");
}

TEST_F(ClassificationCommands, WhatBelongsToAnotherTaskIsRefused) {
  const Outcome other = train({"--task", "text-classification", "--doc_stride", "8"});
  EXPECT_EQ(other.code, 2);
  expect_contains(other.err, "--doc_stride belongs to --task question-answering");
  const Outcome metric =
      train({"--task", "text-classification", "--metric_for_best_model", "exact_match"});
  EXPECT_EQ(metric.code, 2);
  expect_contains(metric.err, "expected one of accuracy, f1");
  const Outcome unknown = train({"--task", "translation"});
  EXPECT_EQ(unknown.code, 2);
  expect_contains(unknown.err, "--task");
}

TEST_F(ClassificationCommands, ALabelThatTheTrainingFileLacksIsRefused) {
  write_file_atomically(data_ + "/validation.jsonl",
                        "{\"sentence\": \"fine\", \"label\": \"middling\"}\n");
  const Outcome outcome = train({"--task", "text-classification"});
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "validation.jsonl:1: the label is \"middling\"");
}

}  // namespace
}  // namespace tutti::test
