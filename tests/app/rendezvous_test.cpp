// SPDX-License-Identifier: Apache-2.0
// `tutti train --rendezvous`: a job that outlives the process that began it.
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "app/checkpoint_hash.h"
#include "app/small_models.h"
#include "comm/registry.h"
#include "support/errors.h"
#include "support/etcd.h"
#include "support/processes.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

constexpr int kSteps = 40;
constexpr const char* kToken = "0123456789abcdef";

Words training(const Path& output, const Words& more) {
  return train_quickstart_words(
      output,
      fmt::format("--max_train_samples 100 --max_seq_length 64 --doc_stride 16 --precision f32 "
                  "--per_device_train_batch_size 2 --micro_batches 8 --threads 1 --max_steps {} "
                  "--save_steps 5 --logging_steps 1",
                  kSteps),
      more);
}

std::string state_hash(const Path& output) {
  return checkpoint_hash(output, kSteps);
}

std::string hash_of_one() {
  const TemporaryFolder folder;
  const Outcome run = run_tutti(training(folder.path() / "one", {}));
  EXPECT_EQ(run.code, 0) << run.err;
  return state_hash(folder.path() / "one");
}

void wait_for(const Path& path) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (!std::filesystem::exists(path) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

/// Runs the program and sends it SIGKILL once a file is there.
Outcome killed_at(const Path& mark, const Words& words, const Environment& environment) {
  const std::string script = fmt::format(
      "\"$@\" & child=$!; while [ ! -e '{}' ]; do sleep 0.05; done; kill -9 $child; wait $child",
      mark.string());
  return run_tutti(words, "", environment, {"sh", "-c", script, "sh"});
}

/// Three processes; rank 0 is killed, and a process with `newcomer`'s flags begins thereafter.
void outlives_rank_0(const std::string& url, const Words& newcomer) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  const Environment token = {{"TUTTI_TOKEN", kToken}, {"PATH", "/usr/bin:/bin"}};
  const auto words_of = [&](const Words& who) {
    Words words = training(out, {"--rendezvous", url, "--world_size", "3"});
    words.insert(words.end(), who.begin(), who.end());
    return words;
  };
  const auto results = run_threads(4, [&](int64_t process) {
    if (process == 0) return killed_at(out / "checkpoint-5", words_of({"--rank", "0"}), token).err;
    if (process == 3) wait_for(out / "checkpoint-10");
    const Outcome run = run_tutti(
        words_of(process == 3 ? newcomer : Words{"--rank", std::to_string(process)}), "", token);
    return fmt::format("{} {}", run.code, run.err);
  });
  for (const size_t process : {1, 2, 3})
    EXPECT_TRUE(results[process].starts_with("0 ")) << results[process];
  expect_contains(results[1], ": 2 of 3 processes continue after step ");
  expect_contains(results[1], "processes ask to join: 2 of 2 processes continue with 1 more after");
  EXPECT_EQ(state_hash(out), hash_of_one());
}

TEST(TrainRendezvous, AJobOutlivesRank0ByAFile) {
  const TemporaryFolder folder;
  outlives_rank_0("file://" + (folder.path() / "job").string(), {"--join", "--rank", "1"});
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "job"));
}

/// The newcomer is started just as rank 0 was.
TEST(TrainRendezvous, AJobOutlivesRank0ByEtcd) {
  const Etcd etcd;
  outlives_rank_0(fmt::format("etcd://{}/jobs/one", etcd.endpoint()), {"--rank", "0"});
}

TEST(TrainRendezvous, LaunchTellsItsProcesses) {
  const TemporaryFolder folder;
  const std::string url = "file://" + (folder.path() / "job").string();
  const auto results = run_threads(2, [&](int64_t node) {
    const Outcome run =
        run_tutti({"launch", "--nnodes", "2", "--node_rank", std::to_string(node), "--rendezvous",
                   url, "--", "benchmark", "--collectives", "--json"},
                  "", {{"TUTTI_TOKEN", kToken}});
    return fmt::format("{} {}{}", run.code, run.out, run.err);
  });
  for (const std::string& text : results) EXPECT_TRUE(text.starts_with("0 ")) << text;
  expect_contains(results[0] + results[1], "\"processes\"");
}

TEST(TrainRendezvous, SaysWhatIsMissing) {
  const TemporaryFolder folder;
  const auto expect_refused = [&](const Words& flags, int code, const std::string& part) {
    Words words = training(folder.path() / "out", {"--rank", "1", "--world_size", "2"});
    words.insert(words.end(), flags.begin(), flags.end());
    const Outcome run = run_tutti(words, "", {{"TUTTI_TOKEN", kToken}});
    EXPECT_EQ(run.code, code) << run.err;
    expect_contains(run.err, part);
    EXPECT_EQ(run.err.find(kToken), std::string::npos);
  };
  for (const char* url : {"/shared/job", "file://shared/job", "file:///", "etcd://", "etcd:///a",
                          "etcd://h", "etcd://h/"})
    expect_refused({"--rendezvous", url}, 2, "expected file:///FOLDER/NAME, a file on a disk");
  expect_refused({"--rendezvous", "file:///no/such/folder/job"}, 2,
                 "/no/such/folder is not a folder");
  expect_refused({"--rendezvous", "etcd://h/a", "--master_addr", "h"}, 2, "with --master_addr");
  const std::string nobody = fmt::format("etcd://127.0.0.1:{}/job", free_port());
  expect_refused({"--rendezvous", nobody, "--rendezvous_timeout", "1"}, 5,
                 "did not reach rank 0 at " + nobody + " within 1 s: ");
  expect_refused(
      {"--rendezvous", "file://" + (folder.path() / "job").string(), "--rendezvous_timeout", "1"},
      5, "within 1 s: no process has registered there yet");
}

}  // namespace
}  // namespace tutti::test
