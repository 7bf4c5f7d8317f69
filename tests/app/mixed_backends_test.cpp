// SPDX-License-Identifier: Apache-2.0
// `tutti train --mixed_backends`: processes with backends of different kinds.
#include <gtest/gtest.h>

#include "app/checkpoint_hash.h"
#include "app/small_models.h"
#include "format/json.h"
#include "support/errors.h"
#include "support/pjrt.h"
#include "support/ports.h"
#include "support/processes.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

Words train_words(const Path& output, const Words& more) {
  return train_quickstart_words(output,
                                "--max_train_samples 20 --max_seq_length 64 --doc_stride 16 "
                                "--precision f32 --per_device_train_batch_size 2 --micro_batches 4 "
                                "--max_steps 3 --logging_steps 1 --save_steps 3 --threads 1",
                                more);
}

/// A training by one process for each backend.
std::vector<Outcome> train_on(const Words& backends, const Path& output, const Words& more) {
  const std::string port = std::to_string(test::free_port());
  std::vector<Outcome> all(backends.size());
  run_threads(static_cast<int64_t>(backends.size()), [&](int64_t rank) {
    const auto at = static_cast<size_t>(rank);
    const Words place = {
        "--rank",        std::to_string(rank), "--world_size",  std::to_string(backends.size()),
        "--master_addr", "127.0.0.1",          "--master_port", port,
        "--backend",     backends[at]};
    all[at] = run_tutti(train_words(output, joined(more, place)), "",
                        {{"TUTTI_TOKEN", "0123456789abcdef"}});
    return "";
  });
  return all;
}

void expect_done(const std::vector<Outcome>& outcomes) {
  for (const Outcome& one : outcomes) EXPECT_EQ(one.code, 0) << one.err;
}

std::string state_hash(const Path& output) {
  return checkpoint_hash(output, 3);
}

const Words kMixed = {"--mixed_backends", "--state_check_steps", "1"};

TEST(MixedBackends, OfOneKindHaveTheBitsOfOne) {
  const TemporaryFolder folder;
  const Path one = folder.path() / "one", two = folder.path() / "two";
  const Outcome alone = run_tutti(train_words(one, kMixed));
  ASSERT_EQ(alone.code, 0) << alone.err;
  expect_contains(alone.err, "packed into 1 or 2 rows of 64 tokens");
  expect_done(train_on({"cpu", "cpu"}, two, kMixed));
  EXPECT_EQ(state_hash(two), state_hash(one));
}

TEST(MixedBackends, SayWhichDeviceComputedWhatAndDoItAgain) {
  const TemporaryFolder folder;
  const Path first = folder.path() / "first", again = folder.path() / "again";
  const std::string evaluated = (quickstart_folder() / "train.json").string();
  const auto outcomes =
      train_on({"reference", "cpu"}, first,
               joined(kMixed, {"--shares", "1,3", "--do_eval", "--validation_file", evaluated,
                               "--max_eval_samples", "1"}));
  expect_done(outcomes);
  expect_contains(outcomes[0].err, "  rank 0     reference: ");
  expect_contains(outcomes[0].err, "  rank 1     cpu: ");
  const Path state = first / "checkpoint-3" / "trainer_state.json";
  const auto record = format::read_json(state)["computed_by"];
  ASSERT_EQ(record.size(), 1U);
  EXPECT_EQ(record[0]["shares"], (std::vector<int64_t>{1, 3}));
  EXPECT_EQ(format::read_json(first / "run.json")["devices"], record[0]["devices"]);
  // The devices have changed places, and equal shares would give the reference more.
  expect_done(
      train_on({"cpu", "reference"}, again, joined(kMixed, {"--replay_devices", state.string()})));
  EXPECT_EQ(state_hash(again), state_hash(first));
}

TEST(MixedBackends, TakeAPlugin) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  const auto outcomes = train_on({"cpu", "pjrt=" + library.string()}, out, kMixed);
  expect_done(outcomes);
  expect_contains(outcomes[0].err, "(cpu, PJRT API 0.");
}

TEST(MixedBackends, AreRefusedWithoutTheFlag) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  for (const Outcome& one : train_on({"cpu", "reference"}, out, {})) {
    EXPECT_EQ(one.code, 2) << one.err;
    expect_contains(one.err, "error: the processes' trainings differ: arithmetic is ");
    expect_contains(one.err, "set ONEDNN_MAX_CPU_ISA on all to one that all have");
  }
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(MixedBackends, SayWhatIsWrongWithARecord) {
  const TemporaryFolder folder;
  const Path file = folder.path() / "record.json";
  const auto problem = [&](const std::string& text, const std::string& more) {
    write_file_atomically(file, text);
    const Words place = {"--replay_devices", file.string(), "--rank",        "1",
                         "--world_size",     "2",           "--master_addr", "127.0.0.1"};
    const Outcome run = run_tutti(train_words(folder.path() / "out", joined(place, words_of(more))),
                                  "", {{"TUTTI_TOKEN", "0123456789abcdef"}});
    EXPECT_EQ(run.code, 2) << run.err;
    return run.err;
  };
  expect_contains(problem("{}", ""), "it needs --mixed_backends and several processes");
  expect_contains(problem("{}", "--mixed_backends --shares 2,2"), "contradicts --shares 2,2");
  expect_contains(problem("{}", "--mixed_backends"), "record.json: computed_by is missing");
  const std::string six = R"({"computed_by":[{"from_step":0,"shares":[6],"devices":["cpu"]}]})";
  expect_contains(problem(six, "--mixed_backends"), "steps had 6 micro-batches, but have 4 now");
  const Outcome alone =
      run_tutti(train_words(folder.path() / "out", {"--replay_devices", file.string()}));
  EXPECT_EQ(alone.code, 2);
  expect_contains(alone.err, "it needs --mixed_backends and several processes");
}

}  // namespace
}  // namespace tutti::test
