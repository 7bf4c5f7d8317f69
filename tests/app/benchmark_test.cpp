// SPDX-License-Identifier: Apache-2.0
// What `tutti benchmark` measures of a training step and of its switches.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "app/small_models.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

std::vector<std::string> benchmark_words(const std::vector<std::string>& more) {
  const Path folder = quickstart_folder();
  return joined({"benchmark", "--model_name_or_path", (folder / "tiny_bert").string(),
                 "--train_file", (folder / "train.json").string(), "--max_seq_length", "192",
                 "--per_device_train_batch_size", "4", "--steps", "1"},
                more);
}

TEST(Benchmark, ReportsWhatEachSwitchGains) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "report";
  const Outcome outcome =
      run_tutti(benchmark_words({"--report", output.string(), "--repeats", "1"}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json report = format::read_json(output / "codesign.json");
  std::map<std::string, nlohmann::json> rows;
  for (const auto& row : report["switches"]) rows[row["switch"]] = row;
  // Four steps: what keeps the mathematics keeps the loss, and what is less precise does not.
  for (const char* name : {"memory budget min", "moments in a file", "padding 8", "padding auto"}) {
    ASSERT_TRUE(rows.contains(name)) << name;
    EXPECT_EQ(rows[name]["bits"], "the same") << name;
  }
  for (const char* name : {"bf16", "fp16 and loss scaling"}) {
    EXPECT_NE(rows[name]["bits"], "the same") << name;
    EXPECT_LT(rows[name]["largest_loss_distance"].get<double>(), 0.05) << name;
  }
  // So small a step is mostly what no budget can take away.
  expect_contains(rows["memory budget 60%"]["refused"], "--memory_budget allows");
  EXPECT_LE(rows["memory budget min"]["planned_memory"].get<double>(), 1);
  // 4 M parameters, of which the moments are two thirds of the state.
  EXPECT_LT(rows["moments in a file"]["planned_memory"].get<double>(), 0.8);
  for (const auto& [name, row] : rows) {
    EXPECT_TRUE(row.contains("refused") || row["processor_time"].get<double>() > 0) << name;
    expect_contains(outcome.out, "| " + name + " (`");
  }
  EXPECT_EQ(read_file(output / "codesign.md"), outcome.out);
  expect_contains(outcome.out, "no gain here");
  expect_contains(outcome.out, report["device"].get<std::string>());
}

TEST(Benchmark, RefusesAnOffloadInAFolderThatIsNotThere) {
  const Outcome outcome = run_tutti(benchmark_words({"--offload_optimizer", "/not/here/moments"}));
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "there is no folder /not/here");
}

}  // namespace
}  // namespace tutti::test
