// SPDX-License-Identifier: Apache-2.0
// `--backend auto`: the fastest of the devices that there are.
#include <gtest/gtest.h>

#include "app/small_models.h"
#include "format/json.h"
#include "support/errors.h"
#include "support/pjrt.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

Outcome train(const Path& output, const Words& more, const Environment& environment = {}) {
  return run_tutti(
      train_quickstart_words(output,
                             "--max_steps 2 --max_train_samples 16 --max_seq_length 64 "
                             "--doc_stride 16 --save_strategy no --backend auto",
                             more),
      "", environment);
}

std::string backend_of(const Path& output) {
  return format::read_json(output / "run.json")["arguments"]["backend"];
}

TEST(BackendAuto, IsTheCpuWhereThereIsNothingElse) {
  const TemporaryFolder folder;
  const Outcome outcome = train(folder.path() / "out", {});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "--backend auto: the cpu, as no PJRT plugin is installed");
  EXPECT_EQ(backend_of(folder.path() / "out"), "cpu");
}

TEST(BackendAuto, SaysWhyAPluginIsNotTaken) {
  const TemporaryFolder folder;
  const Outcome outcome = train(folder.path() / "out", {},
                                {{"PJRT_NAMES_AND_LIBRARY_PATHS", "broken:/nowhere/plugin.so"}});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "--backend auto: not pjrt=broken: ");
  expect_contains(outcome.err, "--backend auto: cpu is the fastest");
}

TEST(BackendAuto, TakesTheFastest) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const TemporaryFolder folder;
  const Outcome outcome = train(folder.path() / "out", {},
                                {{"PJRT_NAMES_AND_LIBRARY_PATHS", "xla:" + library.string()}});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  double seconds[2] = {};
  const std::string names[] = {"cpu", "pjrt=xla"};
  for (size_t i = 0; i < 2; i++) {
    const std::string said = fmt::format("--backend auto: {} takes ", names[i]);
    const size_t at = outcome.err.find(said);
    ASSERT_NE(at, std::string::npos) << outcome.err;
    seconds[i] = std::strtod(outcome.err.c_str() + at + said.size(), nullptr);
    EXPECT_GT(seconds[i], 0);
  }
  // What is told has three digits, so both may be told alike.
  if (seconds[0] != seconds[1]) {
    const std::string& faster = names[seconds[0] < seconds[1] ? 0 : 1];
    expect_contains(outcome.err, faster + " is the fastest on which the training fits");
    EXPECT_EQ(backend_of(folder.path() / "out"), faster);
  }
}

/// Whose steps cannot be compared, as each device would find another batch.
TEST(BackendAuto, IsNotMeasuredWhereTheBatchIsFound) {
  const TemporaryFolder folder;
  const Outcome outcome = train(folder.path() / "out", {"--auto_find_batch_size"},
                                {{"PJRT_NAMES_AND_LIBRARY_PATHS", "broken:/nowhere/plugin.so"}});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err,
                  "--backend auto: the cpu, as no device of a plugin is seen in this machine");
  expect_contains(outcome.err, "plugin pjrt=broken: --backend pjrt=broken uses its devices");
}

TEST(BackendAuto, IsForOneProcess) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  const Outcome several =
      train(output, {"--rank", "0", "--world_size", "2", "--master_addr", "127.0.0.1"},
            {{"TUTTI_TOKEN", "a token that is long enough"}});
  EXPECT_EQ(several.code, 2);
  expect_contains(several.err, "--backend auto with 2 processes");
}

}  // namespace
}  // namespace tutti::test
