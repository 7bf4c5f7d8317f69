// SPDX-License-Identifier: Apache-2.0
// Masked words through the commands: trained, written, filled in, and given to another task.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "format/json.h"
#include "format/safetensors.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

class MaskedCommands : public testing::Test {
 protected:
  MaskedCommands() {
    std::string lines;
    for (int i = 0; i < 300; i++)
      lines += i % 2 ? "the sky is blue today\n" : "the grass is green today\n";
    write_file_atomically(texts_, lines);
  }
  Outcome train(const std::string& output, const Words& more) const {
    const Path model = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";
    Words words = {"train",
                   "--task",
                   "masked-lm",
                   "--model",
                   model,
                   "--train_file",
                   texts_,
                   "--validation_file",
                   texts_,
                   "--do_train",
                   "--do_eval",
                   "--learning_rate",
                   "2e-3",
                   "--max_seq_length",
                   "16",
                   "--output_dir",
                   output,
                   "--allow_missing_tensors",
                   "--line_by_line"};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words);
  }

  TemporaryFolder folder_;
  std::string texts_ = (folder_.path() / "texts.txt").string();
  std::string output_ = (folder_.path() / "output").string();
};

TEST_F(MaskedCommands, LearnToFillIn) {
  const Outcome trained = train(output_, {"--num_train_epochs", "6"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_LE(format::read_json(Path(output_) / "eval_results.json")["eval_loss"], 1.5);
  const auto config = format::read_json(Path(output_) / "config.json");
  EXPECT_EQ(config["architectures"][0], "BertForMaskedLM");
  EXPECT_TRUE(format::SafetensorsFile(Path(output_) / "model.safetensors")
                  .find("cls.predictions.transform.LayerNorm.weight"));
  const Outcome answer = run_tutti({"predict", output_, "--fill", "the grass is [MASK] today",
                                    "--max_seq_length", "16", "--json", "--top_k", "2"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const auto masks = nlohmann::json::parse(answer.out)["masks"];
  ASSERT_EQ(masks.size(), 1U);
  ASSERT_EQ(masks[0].size(), 2U);
  EXPECT_EQ(masks[0][0]["word"], "green");

  // A task that is not said is not this one: what was adapted is trained for another.
  const Outcome classified = [&] {
    const std::string rows = (folder_.path() / "rows.csv").string();
    write_file_atomically(rows, "text,label\nthe sky,0\nthe grass,1\n");
    return run_tutti({"train", "--task", "text-classification", "--model", output_, "--train_file",
                      rows, "--do_train", "--max_steps", "1", "--max_seq_length", "16",
                      "--output_dir", output_ + "2"});
  }();
  EXPECT_EQ(classified.code, 0) << classified.err;
}

TEST_F(MaskedCommands, HideOtherWordsInEachEpochAndTheSameOnesAgain) {
  const auto losses = [&](const std::string& name) {
    const std::string output = (folder_.path() / name).string();
    const Outcome trained = train(output, {"--max_steps", "3", "--seed", "7"});
    EXPECT_EQ(trained.code, 0) << trained.err;
    return read_file(Path(output) / "model.safetensors");
  };
  EXPECT_EQ(losses("a"), losses("b"));
}

}  // namespace
}  // namespace tutti::test
