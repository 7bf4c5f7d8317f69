// SPDX-License-Identifier: Apache-2.0
// Models whose config.json has been misread: what transformers 5.23 computes of them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/small_models.h"
#include "format/json.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

/// `tutti evaluate` of a report's texts, by a small model of random weights with its config.json.
class ModelConfigs : public testing::Test {
 protected:
  Outcome evaluate(const Path& golden, const std::string& model, const Path& report) const {
    const Path folder = folder_.path() / "m";
    std::filesystem::create_directory(folder);
    for (const Path& file : {golden / model / "model.safetensors", report / "config.json",
                             golden / "qwen2-mini-random" / "tokenizer.json",
                             golden / "qwen2-mini-random" / "tokenizer_config.json"})
      std::filesystem::copy_file(file, folder / file.filename());
    return run_tutti({"evaluate", "--model_name_or_path", folder.string(), "--validation_file",
                      (report / "v.jsonl").string(), "--precision", "f32", "--json"});
  }

  TemporaryFolder folder_;
};

double loss_of(const Outcome& outcome) {
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return format::parse_json(outcome.out, "evaluate")["eval_loss"].get<double>();
}

TEST_F(ModelConfigs, RopeThetaBesideRopeParameters) {
  TUTTI_DATA_OR_SKIP(golden, "golden/causal");
  TUTTI_DATA_OR_SKIP(report, "reports/rope-theta-beside-parameters");
  EXPECT_NEAR(loss_of(evaluate(golden, "llama-mini-random", report)), 6.296628, 1e-6);
}

TEST_F(ModelConfigs, RopeScalingBesideRopeParameters) {
  TUTTI_DATA_OR_SKIP(golden, "golden/causal");
  TUTTI_DATA_OR_SKIP(report, "reports/rope-yarn-beside-parameters");
  const Outcome outcome = evaluate(golden, "llama-mini-random", report);
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "config.json: rope_type is \"yarn\"");
}

TEST_F(ModelConfigs, AWindowThatIsLongerThanAllTexts) {
  TUTTI_DATA_OR_SKIP(golden, "golden/causal");
  TUTTI_DATA_OR_SKIP(report, "reports/window-longer-than-rows");
  EXPECT_NEAR(loss_of(evaluate(golden, "llama-mini-random", report)), 6.295193, 1e-6);
}

TEST_F(ModelConfigs, AWindowThatIsNotInUse) {
  TUTTI_DATA_OR_SKIP(golden, "golden/causal");
  TUTTI_DATA_OR_SKIP(report, "reports/window-qwen2-not-used");
  EXPECT_NEAR(loss_of(evaluate(golden, "qwen2-mini-random", report)), 6.417963, 1e-6);
}

}  // namespace
}  // namespace tutti::test
