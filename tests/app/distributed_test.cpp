// SPDX-License-Identifier: Apache-2.0
// Commands that look at the processes of a job without training.
#include <gtest/gtest.h>

#include "app/program.h"
#include "nlohmann/json.hpp"
#include "support/errors.h"

namespace tutti::test {
namespace {

using nlohmann::json;

TEST(BenchmarkCollectives, MeasuresSumsAndBroadcastsOfEachSize) {
  const Outcome outcome =
      run_tutti({"launch", "--nproc_per_node", "2", "--", "benchmark", "--collectives", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["processes"], 2);
  ASSERT_EQ(result["links"].size(), 1u);
  EXPECT_GT(result["links"][0]["bytes_per_second_before"], 1e6);
  ASSERT_GE(result["sizes"].size(), 5u);
  for (const json& size : result["sizes"]) {
    EXPECT_GT(size["sum_seconds"], 0);
    // Of two processes each sends half of the bytes twice.
    EXPECT_NEAR(size["sum_bus_bytes_per_second"].get<double>(),
                size["bytes"].get<double>() / size["sum_seconds"].get<double>(), 1);
  }
}

TEST(BenchmarkCollectives, NeedsSeveralProcesses) {
  const Outcome outcome = run_tutti({"benchmark", "--collectives"});
  EXPECT_EQ(outcome.code, 2);
  expect_contains(outcome.err, "--collectives: found one process");
  expect_contains(run_tutti({"benchmark"}).err, "--train_file is missing");
}

json checks_of(const Outcome& outcome) {
  const json result = json::parse(outcome.out);
  json by_name;
  for (const json& check : result["checks"]) by_name[check["name"].get<std::string>()] = check;
  return by_name;
}

TEST(DoctorDistributed, TellsWhatEachProcessFound) {
  const Outcome outcome =
      run_tutti({"launch", "--nproc_per_node", "2", "--", "doctor", "--distributed", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json checks = checks_of(outcome);
  EXPECT_EQ(checks["token"]["found"], "2 processes have it");
  for (const char* name : {"rank 0: rank 0", "rank 1: rank 0", "rank 1: interfaces", "clocks"})
    EXPECT_TRUE(checks.contains(name)) << name;
  expect_contains(checks["devices"]["found"], "on all 2");
  expect_contains(checks["link 0-1"]["found"], "Gb/s each way");
  EXPECT_EQ(checks["doors"]["found"], "each process takes connections of all others");
}

TEST(DoctorDistributed, SaysWhatIsWrongWithTheJob) {
  const Outcome alone = run_tutti({"doctor", "--distributed", "--json"});
  expect_contains(checks_of(alone)["processes"]["found"], "only this one");
  const Outcome lost =
      run_tutti({"doctor", "--distributed", "--json", "--rank", "1", "--world_size", "2",
                 "--master_addr", "no-such-host.invalid", "--rendezvous_timeout", "1"},
                "", {{"TUTTI_TOKEN", "a token that is long enough"}});
  EXPECT_EQ(lost.code, 1);
  EXPECT_EQ(checks_of(lost)["rank 0"]["status"], "error");
  EXPECT_EQ(checks_of(lost)["job"]["status"], "error");
  const Outcome open = run_tutti({"doctor", "--distributed", "--rank", "1", "--world_size", "2",
                                  "--master_addr", "127.0.0.1"});
  EXPECT_EQ(open.code, 1);
  expect_contains(open.out, "--token_file");
}

}  // namespace
}  // namespace tutti::test
