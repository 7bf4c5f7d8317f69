// SPDX-License-Identifier: Apache-2.0
// Commands on a GGUF file where a model's folder is expected.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "format/json.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

class GgufCommands : public testing::Test {
 protected:
  GgufCommands() {
    for (const Path& from : {Path(golden_data("gguf") / "models" / "llama"),
                             Path(golden_data("tokenizer") / "mini512")})
      std::filesystem::copy(from, model_, std::filesystem::copy_options::recursive);
    write_file_atomically(texts_, "{\"text\": \"Once upon a time.\"}\n{\"text\": \"The end.\"}\n");
  }

  /// The loss of a model on the texts.
  double loss_of(const std::string& model, const std::vector<std::string>& more = {}) const {
    const std::string output = (folder_.path() / "evaluation").string();
    std::vector<std::string> words = {"evaluate",
                                      "--model_name_or_path",
                                      model,
                                      "--task",
                                      "text-generation",
                                      "--validation_file",
                                      texts_,
                                      "--max_seq_length",
                                      "32",
                                      "--precision",
                                      "f32",
                                      "--output_dir",
                                      output};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_tutti(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return format::read_json(Path(output) / "eval_results.json")["eval_loss"];
  }

  TemporaryFolder folder_;
  std::string model_ = (folder_.path() / "model").string();
  std::string texts_ = (folder_.path() / "texts.jsonl").string();
  std::string gguf_ = (golden_data("gguf") / "models" / "llama-f16.gguf").string();
};

TEST_F(GgufCommands, EvaluateAsOnTheFolder) {
  EXPECT_EQ(loss_of(gguf_), loss_of(model_));
}

TEST_F(GgufCommands, TrainToAFolder) {
  const std::string output = (folder_.path() / "output").string();
  const Outcome outcome = run_tutti(
      {"train", "--model_name_or_path", gguf_, "--task", "text-generation", "--train_file", texts_,
       "--do_train", "--max_steps", "1", "--max_seq_length", "32", "--output_dir", output});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const std::string& model : {gguf_, model_})
    EXPECT_EQ(run_tutti({"tokenize", "--model_name_or_path", output, texts_}).out,
              run_tutti({"tokenize", "--model_name_or_path", model, texts_}).out);
  EXPECT_GT(loss_of(output), 0);
  const nlohmann::json run = format::read_json(Path(output) / "run.json");
  EXPECT_TRUE(run["hashes"]["model"].contains("llama-f16.gguf"));
}

TEST_F(GgufCommands, MergeWritesAFolderWithTheTokenizerOfTheFile) {
  const std::string adapter = (folder_.path() / "adapter").string();
  const std::string merged = (folder_.path() / "merged").string();
  const Outcome trained = run_tutti({"train",
                                     "--model_name_or_path",
                                     gguf_,
                                     "--task",
                                     "text-generation",
                                     "--train_file",
                                     texts_,
                                     "--do_train",
                                     "--max_steps",
                                     "2",
                                     "--learning_rate",
                                     "0.1",
                                     "--max_seq_length",
                                     "32",
                                     "--precision",
                                     "f32",
                                     "--use_peft",
                                     "--lora_target_modules",
                                     "all-linear",
                                     "--output_dir",
                                     adapter});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const Outcome outcome = run_tutti(
      {"merge", gguf_, "--adapter", adapter, "--torch_dtype", "float32", "--output_dir", merged});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const auto& entry : std::filesystem::directory_iterator(merged))
    EXPECT_NE(entry.path().extension(), ".gguf");
  EXPECT_EQ(run_tutti({"tokenize", "--model_name_or_path", merged, texts_}).out,
            run_tutti({"tokenize", "--model_name_or_path", model_, texts_}).out);
  const double loss = loss_of(merged);
  EXPECT_NE(loss, loss_of(gguf_));
  EXPECT_NEAR(loss, loss_of(gguf_, {"--adapter", adapter}), 1e-5 * loss);

  const std::string one_file = (folder_.path() / "one_file").string();
  for (const std::string& model : {gguf_, model_}) {
    const Outcome written = run_tutti(
        {"merge", model, "--adapter", adapter, "--gguf", "f32", "--output_dir", one_file});
    ASSERT_EQ(written.code, 0) << written.err;
    EXPECT_NEAR(loss_of(one_file + "/model.gguf"), loss, 1e-6 * loss) << model;
  }
  const Outcome twice = run_tutti({"merge", gguf_, "--adapter", adapter, "--gguf", "f16",
                                   "--torch_dtype", "bfloat16", "--output_dir", one_file});
  EXPECT_EQ(twice.code, 2);
  expect_contains(twice.err, "--torch_dtype");
  const Outcome exported = run_tutti({"export", "--model", model_, "--adapter", adapter, "--gguf",
                                      "f16", "--output", one_file + "/x.gguf"});
  EXPECT_EQ(exported.code, 2);
  expect_contains(exported.err, "tutti merge --gguf");
}

TEST_F(GgufCommands, ExportWritesAFileOfTheSameModel) {
  const std::string file = (folder_.path() / "written.gguf").string();
  for (const std::string& model : {model_, gguf_}) {
    const Outcome outcome =
        run_tutti({"export", "--model", model, "--gguf", "f16", "--output", file});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(loss_of(file), loss_of(model_));
  }
  EXPECT_EQ(run_tutti({"export", "--model", model_, "--gguf", "q8_0", "--output", file}).code, 0);
  EXPECT_NEAR(loss_of(file), loss_of(model_), 0.5);  // of 21.5: weights are large
  const Outcome same = run_tutti({"export", "--model", file, "--gguf", "f16", "--output", file});
  EXPECT_EQ(same.code, 2);
  expect_contains(same.err, "this is the model that is read");
  expect_contains(run_tutti({"export", "--model", model_, "--gguf", "f16"}).err,
                  "--output is missing");
}

TEST_F(GgufCommands, AnotherFileIsNamed) {
  const Outcome outcome = run_tutti({"tokenize", "--model_name_or_path", texts_, texts_});
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "texts.jsonl: found a file, expected a folder with config.json");
  expect_contains(outcome.err, "or a GGUF file");
}

}  // namespace
}  // namespace tutti::test
