// SPDX-License-Identifier: Apache-2.0
// Programs that someone got slightly wrong: whatever they say, a run ends by itself, in time and
// within its memory, with a result or a message. TUTTI_LONG_TESTS=1 runs 500 of them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "app/program.h"
#include "support/cases.h"
#include "support/errors.h"
#include "support/mutate.h"

namespace tutti {
namespace {

/// 2 GB of addresses and 20 seconds.
const std::vector<std::string> kLimits = {
    "sh", "-c", "ulimit -v 2097152; exec timeout -s KILL 20 \"$@\"", "sh"};

TEST(Mutants, EndByThemselves) {
  const uint32_t count = std::getenv("TUTTI_LONG_TESTS") ? 500 : 12;
  const auto files = test::programs_in(test::case_folder());
  std::map<int, int> ends;
  for (uint32_t seed = 0; seed < count; seed++) {
    test::Mutator mutate(seed);
    const auto& file = files[seed * 37 % files.size()];
    const std::string text = mutate(read_file(file));
    for (const char* backend : {"reference", "cpu"}) {
      const auto outcome = test::run_tutti(
          {"ir", "run", "--backend", backend, "--timeout", "10", "-"}, text, {}, kLimits);
      ends[outcome.code]++;
      EXPECT_TRUE(outcome.code == 0 || outcome.code == 1 || outcome.code == 2 || outcome.code == 4)
          << "exit code " << outcome.code << " on " << backend << ", seed " << seed << " of "
          << file.filename() << "\n"
          << outcome.err << text;
    }
  }
  for (const auto& [code, times] : ends)
    std::cout << "  exit code " << code << ": " << times << "\n";
}

/// @endless's loop never ends; two rounds of @after's do.
constexpr const char* kEndless = R"(
func.func private @rounds(%most: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %more = stablehlo.compare NE, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %next = stablehlo.add %i, %two : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %0 : tensor<i32>
}
func.func @endless() -> tensor<i32> {
  %odd = stablehlo.constant dense<3> : tensor<i32>
  %0 = func.call @rounds(%odd) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func @after() -> tensor<i32> {
  %even = stablehlo.constant dense<4> : tensor<i32>
  %0 = func.call @rounds(%even) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
)";

class Timeout : public testing::TestWithParam<const char*> {
 protected:
  static test::Outcome run(std::vector<std::string> more) {
    std::vector<std::string> words = {"ir", "run", "-", "--backend", GetParam()};
    words.insert(words.end(), more.begin(), more.end());
    return test::run_tutti(words, kEndless, {}, kLimits);
  }
};

TEST_P(Timeout, EndsALoopAndNamesItsPlace) {
  const auto outcome = run({"--timeout", "0.3"});
  EXPECT_EQ(outcome.code, 1);
  test::expect_contains(outcome.err,
                        "@endless: standard input:4:8: stablehlo.while has not ended within 0.3 s");
  test::expect_contains(outcome.err, "@after: the run before this function has not ended");
}

TEST_P(Timeout, LeavesWhatEndsInTime) {
  const auto outcome = run({"--timeout", "15", "--function", "after"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  test::expect_contains(outcome.out, "dense<4>");
}

TEST_P(Timeout, EndsEveryProcessOfAGrid) {
  const auto outcome =
      run({"--timeout", "0.3", "--replicas", "2", "--function", "endless", "--threads", "2"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  test::expect_contains(outcome.err, "stablehlo.while has not ended within 0.3 s");
}

INSTANTIATE_TEST_SUITE_P(Backends, Timeout, testing::Values("reference", "cpu"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace tutti
