// SPDX-License-Identifier: Apache-2.0
// Programs that someone got slightly wrong: whatever stands in them, a run ends by itself, in time
// and within its memory, with a result or a message. TUTTI_LONG_TESTS=1 runs 500 of them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "app/program.h"
#include "support/cases.h"
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
      const auto outcome =
          test::run_tutti({"ir", "run", "--backend", backend, "-"}, text, {}, kLimits);
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

}  // namespace
}  // namespace tutti
