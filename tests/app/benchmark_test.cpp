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
                 "--per_device_train_batch_size", "4", "--steps", "1", "--allow_missing_tensors"},
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
  for (const char* name :
       {"memory budget min", "moments in a file", "padding 8", "padding auto", "all but bf16"}) {
    ASSERT_TRUE(rows.contains(name)) << name;
    EXPECT_EQ(rows[name]["result"], "exact") << name;
  }
  for (const char* name : {"bf16", "fp16 and loss scaling", "all together"}) {
    EXPECT_NE(rows[name]["result"], "exact") << name;
    EXPECT_LT(rows[name]["largest_loss_distance"].get<double>(), 0.05) << name;
  }
  // So small a step is mostly what no budget can take away.
  expect_contains(rows["memory budget 20%"]["refused"], "--memory_budget allows");
  EXPECT_LE(rows["memory budget min"]["planned_memory"].get<double>(), 1);
  // 4 M parameters, of which the moments are two thirds of the state.
  EXPECT_LT(rows["moments in a file"]["planned_memory"].get<double>(), 0.8);
  for (const auto& [name, row] : rows) {
    EXPECT_TRUE(row.contains("refused") || row["processor_time"].get<double>() > 0) << name;
    EXPECT_TRUE(row.contains("refused") || row["needed_bytes"] <= row["step_bytes"]) << name;
    expect_contains(outcome.out, "| " + name + " (`");
  }
  EXPECT_EQ(read_file(output / "codesign.md"), outcome.out);
  expect_contains(outcome.out, "no gain here");
  expect_contains(outcome.out, report["device"].get<std::string>());
  for (const char* figure : {"speed", "memory", "time_memory", "memory_over_step", "roofline"})
    expect_contains(read_file(output / (std::string(figure) + ".svg")), "</svg>");
}

TEST(Benchmark, ShowsWhereTimeAndMemoryGo) {
  const Outcome text = run_tutti(benchmark_words({"--profile"}));
  ASSERT_EQ(text.code, 0) << text.err;
  expect_contains(text.out, "stablehlo.dot_general");
  expect_contains(text.out, "limits: ");
  expect_contains(text.out,
                  "the most that a step needs at a time besides parameters and moments: ");
  const Outcome json = run_tutti(benchmark_words({"--profile", "--json"}));
  const auto result = nlohmann::json::parse(json.out);
  // Each product by the faster of ours and a library's, which the result names.
  EXPECT_GE(result["peak_flops_per_second"].get<double>(),
            result["products_flops_per_second"].get<double>());
  EXPECT_TRUE(result["peak_source"].get<std::string>().starts_with("Tutti"));
  double most = 0;
  for (const auto& bytes : result["temporaries_over_time"])
    most = std::max(most, bytes.get<double>());
  EXPECT_GT(most, 0);
  EXPECT_LE(most, result["step_bytes"].get<double>());
}

TEST(Benchmark, RefusesAnOffloadInAFolderThatIsNotThere) {
  const Outcome outcome = run_tutti(benchmark_words({"--offload_optimizer", "/not/here/moments"}));
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "there is no folder /not/here");
}

nlohmann::json planned(const std::vector<std::string>& more) {
  const Outcome outcome = run_tutti(joined(benchmark_words({"--json"}), more));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

TEST(BenchmarkPlan, PredictsStepsOfEachWorld) {
  const nlohmann::json result = planned({"--plan_world", "1,2,16384", "--link", "100mbit,50us"});
  const nlohmann::json& worlds = result["worlds"];
  ASSERT_EQ(worlds.size(), 3u);
  const double sums = worlds[1]["sum_bytes"];
  EXPECT_GT(sums, 1e6);
  // All processes have one micro-batch each: every one sends half of its sums and of the results.
  EXPECT_EQ(worlds[0]["most_bytes_sent"], 0);
  EXPECT_NEAR(worlds[1]["most_bytes_sent"].get<double>(), sums, 8);
  EXPECT_EQ(worlds[0]["exposed_seconds"], 0);
  EXPECT_NEAR(worlds[0]["efficiency"].get<double>(), 1,
              1e-9);  // it is what others are compared with
  // 100 Mb/s carry at most 12.5 MB in a second; what a slow machine hides depends on its rate.
  EXPECT_GT(worlds[1]["exposed_seconds"], 0);
  EXPECT_GT(worlds[1]["step_seconds"].get<double>(), sums / 12.5e6);
  EXPECT_LT(worlds[1]["efficiency"].get<double>(), worlds[0]["efficiency"].get<double>());
  EXPECT_EQ(worlds[2]["micro_batches"], 16'384);
  EXPECT_GT(worlds[2]["step_seconds"], worlds[1]["step_seconds"]);
}

TEST(BenchmarkPlan, TakesSharesAndProcessesOfAHost) {
  const nlohmann::json uneven = planned(
      {"--plan_world", "2", "--link", "10mbit,0us", "--shares", "5,3", "--micro_batches", "8"});
  const nlohmann::json& world = uneven["worlds"][0];
  // Two nodes of each: half as many bytes again as a ring sends.
  EXPECT_NEAR(world["most_bytes_sent"].get<double>(), 1.5 * world["sum_bytes"].get<double>(), 8);
  const nlohmann::json hosts =
      planned({"--plan_world", "2", "--link", "1kbit,1s", "--nproc_per_node", "2"});
  // Both are on one host, and nothing crosses the slow link.
  EXPECT_LT(hosts["worlds"][0]["exposed_seconds"], 1);
}

TEST(BenchmarkPlan, ShowsATable) {
  const Outcome outcome = run_tutti(
      benchmark_words({"--plan_world", "4", "--link", "1mbit,20us", "--nproc_per_node", "2"}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.out, "link 1mbit,20us, 2 processes a host");
  expect_contains(outcome.out, "a ring wins");  // one link carries what two processes send
}

TEST(BenchmarkPlan, RefusesWhatItCannotPlan) {
  const auto error = [](const std::vector<std::string>& more) {
    const Outcome outcome = run_tutti(benchmark_words(more));
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  expect_contains(error({"--plan_world", "2"}), "--link is missing");
  for (const char* link : {"25gbit", "25,20us", "gbit,20us", "-1gbit,1us", "1gbit,20", "0gbit,1us",
                           "1gbit,1us,1us", "nangbit,1us"})
    expect_contains(error({"--plan_world", "2", "--link", link}), "as 25gbit,20us");
  for (const char* world : {"0", "2,x", "16385", ","})
    expect_contains(error({"--plan_world", world, "--link", "1gbit,1us"}), "--plan_world");
  expect_contains(error({"--plan_world", "2", "--link", "1gbit,1us", "--shares", "5,4",
                         "--micro_batches", "8"}),
                  "--shares 5,4: 2 shares of 9 micro-batches");
  expect_contains(error({"--plan_world", "3", "--link", "1gbit,1us", "--micro_batches", "2"}),
                  "3 processes (--plan_world) need at least one each");
}

}  // namespace
}  // namespace tutti::test
