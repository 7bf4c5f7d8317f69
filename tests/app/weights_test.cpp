// SPDX-License-Identifier: Apache-2.0
// Folders without readable weights, weights of PyTorch, and heads of other classes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "app/small_models.h"
#include "format/json.h"
#include "format/torch_files.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class ModelWeights : public testing::Test {
 protected:
  ModelWeights() { fs::copy(quickstart_folder() / "tiny_bert", model_); }

  Outcome train(const Words& more, const std::string& output = "out") const {
    return run_tutti(joined(
        {"train", model_.string(), "--train_file", (quickstart_folder() / "train.json").string(),
         "--do_train", "--max_train_samples", "4", "--max_seq_length", "64", "--doc_stride", "16",
         "--max_steps", "1", "--output_dir", (folder_.path() / output).string()},
        more));
  }
  /// One step on texts with these labels.
  Outcome classify(const Path& model, const Words& labels, const std::string& output,
                   const Words& more = {}) const {
    std::string lines;
    for (const std::string& label : labels)
      lines += fmt::format("{{\"text\": \"a day\", \"label\": \"{}\"}}\n", label);
    const Path file = folder_.path() / "texts.jsonl";
    write_file_atomically(file, lines);
    return run_tutti(
        joined({"train", "--task", "text-classification", "--model", model.string(), "--train_file",
                file.string(), "--do_train", "--max_steps", "1", "--max_seq_length", "32",
                "--output_dir", (folder_.path() / output).string()},
               more));
  }
  void expect_refused(const Outcome& outcome, const std::string& part, int code = 5) const {
    EXPECT_EQ(outcome.code, code) << outcome.err;
    expect_contains(outcome.err, part);
    EXPECT_FALSE(fs::exists(folder_.path() / "out"));
  }

  TemporaryFolder folder_;
  Path model_ = folder_.path() / "model";
};

TEST_F(ModelWeights, NoCommandTakesRandomOnesUnasked) {
  const std::string data = (quickstart_folder() / "dev.json").string(), model = model_.string();
  const std::string lack = "model: found neither model.safetensors nor pytorch_model.bin",
                    way_on = "; to start from random values, give --allow_missing_tensors";
  const Outcome trained = train({});
  expect_refused(trained, lack);
  expect_contains(trained.err, way_on);
  for (const Words& words :
       {Words{"benchmark", model, "--train_file", data, "--steps", "1"},
        Words{"validate", model, "--backend", "cpu", "--quick", "--max_seq_length", "32",
              "--output", (folder_.path() / "out").string()},
        Words{"train", model, "--do_eval", "--validation_file", data, "--output_dir",
              (folder_.path() / "out").string()}}) {
    const Outcome outcome = run_tutti(words);
    expect_refused(outcome, lack);
    expect_contains(outcome.err, way_on);
  }
  expect_refused(run_tutti({"evaluate", model, "--validation_file", data}), lack);
  expect_refused(run_tutti({"predict", model, "--question", "Who?", "--context", "Ada."}), lack);
}

TEST_F(ModelWeights, HalfADownloadIsRefusedInAnyCase) {
  const Words allow = {"--allow_missing_tensors"};
  write_file_atomically(model_ / "model.safetensors.index.json",
                        R"({"weight_map": {"a": "model-00001-of-00002.safetensors"}})");
  expect_refused(train(allow),
                 "model-00001-of-00002.safetensors is missing; fetch the whole model");
  fs::remove(model_ / "model.safetensors.index.json");
  write_file_atomically(model_ / "0123.incomplete", "half");
  expect_refused(train({}), "a download was not finished: run `hf download` again");
  write_file_atomically(model_ / "model.safetensors", "half");
  expect_refused(train(allow), "model.safetensors", 2);
}

TEST_F(ModelWeights, AreThoseOfPyTorchsFileToo) {
  const Outcome made = train({"--allow_missing_tensors"}, "made");
  ASSERT_EQ(made.code, 0) << made.err;
  const Path out = folder_.path() / "made", bin = folder_.path() / "bin";
  fs::copy(out, bin);
  fs::remove(bin / "model.safetensors");
  write_file_atomically(bin / "pytorch_model.bin",
                        format::torch_file_of(format::SafetensorsFile(out / "model.safetensors")));
  const auto predicted = [&](const Path& model) {
    const Outcome outcome = run_tutti({"predict", model.string(), "--question", "Who wrote it?",
                                       "--context", "It was Ada in the spring.", "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.code == 0 ? nlohmann::json::parse(outcome.out)["answers"] : nlohmann::json();
  };
  EXPECT_EQ(predicted(bin), predicted(out));
  model_ = bin;
  ASSERT_EQ(train({}, "again").code, 0);
  const auto run = format::read_json(folder_.path() / "again" / "run.json");
  EXPECT_TRUE(run["hashes"]["model"].contains("pytorch_model.bin"));
}

TEST_F(ModelWeights, OnlyANewHeadIsMadeAndTheRunSaysSo) {
  ASSERT_EQ(train({"--allow_missing_tensors"}, "made").code, 0);
  const Outcome outcome = classify(folder_.path() / "made", {"up", "down"}, "two");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "classifier.weight");
  expect_contains(outcome.err, ", from seed 42");
}

TEST_F(ModelWeights, AHeadOfOtherClassesIsReplacedWhereAsked) {
  ASSERT_EQ(classify(model_, {"up", "down"}, "two", {"--allow_missing_tensors"}).code, 0);
  const Path two = folder_.path() / "two";
  const Outcome refused = classify(two, {"up", "down", "flat"}, "out");
  expect_refused(refused, "the model has 2 classes, the file 3", 2);
  expect_contains(refused.err, "--ignore_mismatched_sizes");
  const Outcome made =
      classify(two, {"up", "down", "flat"}, "three", {"--ignore_mismatched_sizes"});
  ASSERT_EQ(made.code, 0) << made.err;
  expect_contains(made.err, "classifier.weight, classifier.bias, from seed 42");
  const Path three = folder_.path() / "three";
  EXPECT_EQ(format::read_json(three / "config.json")["id2label"].size(), 3u);
  const format::SafetensorsFile file(three / "model.safetensors");
  EXPECT_EQ(file.find("classifier.weight")->shape[0], 3);
}

}  // namespace
}  // namespace tutti::test
