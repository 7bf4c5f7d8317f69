// SPDX-License-Identifier: Apache-2.0
// `tutti train --devices N`: several devices of one plugin share a step.
#include <gtest/gtest.h>

#include "app/small_models.h"
#include "format/json.h"
#include "nlohmann/json.hpp"
#include "support/pjrt.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

Words train_words(const Path& output, const Words& more) {
  return train_quickstart_words(
      output,
      "--max_train_samples 100 --max_seq_length 64 --doc_stride 16 --pack none --precision f32 "
      "--per_device_train_batch_size 2 --max_steps 4 --logging_steps 1 --save_steps 2",
      more);
}

std::vector<double> losses_in(const Path& output) {
  std::vector<double> losses;
  const auto state = format::read_json(output / "trainer_state.json");
  for (const auto& entry : state["log_history"]) losses.push_back(entry["loss"]);
  return losses;
}

TEST(TrainDevices, MustBeThere) {
  const TemporaryFolder folder;
  const Outcome run = run_tutti(train_words(folder.path() / "out", {"--devices", "2"}));
  EXPECT_EQ(run.code, 3);
  EXPECT_NE(run.err.find("--devices 2: backend cpu has 1"), std::string::npos) << run.err;
}

/// Two devices of XLA's plugin against two micro-batches on our own CPU backend: the same samples,
/// the same masks. The checkpoint of the one is gone on from by the other.
TEST(TrainDevices, TrainAsOneDoes) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const TemporaryFolder folder;
  const Path two = folder.path() / "two", one = folder.path() / "one";
  const Outcome on_two = run_tutti(train_words(
      two, {"--backend", "pjrt=" + library.string() + "?cpu_device_count=2", "--devices", "2"}));
  ASSERT_EQ(on_two.code, 0) << on_two.err;
  EXPECT_NE(on_two.err.find("2 features x 1 accumulated x 2 devices"), std::string::npos)
      << on_two.err;
  const Words accumulating = {"--gradient_accumulation_steps", "2"};
  ASSERT_EQ(run_tutti(train_words(one, accumulating)).code, 0);
  const auto expected = losses_in(one), found = losses_in(two);
  ASSERT_EQ(found.size(), 4U);
  for (size_t i = 0; i < 4; i++) EXPECT_NEAR(found[i], expected[i], 1e-4) << i;

  Words words = train_words(folder.path() / "resumed", accumulating);
  words.insert(words.end(), {"--resume_from_checkpoint", (two / "checkpoint-2").string()});
  const Outcome resumed = run_tutti(words);
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  const auto rest = losses_in(folder.path() / "resumed");
  ASSERT_EQ(rest.size(), 4U);
  for (size_t i = 2; i < 4; i++) EXPECT_NEAR(rest[i], expected[i], 1e-4) << i;
}

}  // namespace
}  // namespace tutti::test
