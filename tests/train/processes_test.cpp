// SPDX-License-Identifier: Apache-2.0
// Several processes that share a step have the bits of one.
#include "train/processes.h"

#include <gtest/gtest.h>

#include <csignal>
#include <numeric>

#include "comm/job.h"
#include "comm/local_transport.h"
#include "small_training.h"
#include "support/ports.h"
#include "support/processes.h"
#include "support/temporary_folder.h"
#include "train/checkpoint.h"

namespace tutti::train {
namespace {

using Shares = std::vector<int64_t>;
using test::TemporaryFolder;

/// Steps of 8 micro-batches, of which an epoch's last step has 4; with dropout.
Setting eighths() {
  Setting setting{.threads = 1, .batch = 2, .accumulate = 8, .layers = 1};
  setting.steps = 5;
  return setting;
}

/// Steps of 3 micro-batches, of which an epoch's last step has one.
Setting thirds() {
  Setting setting{.threads = 1, .batch = 4, .accumulate = 3, .layers = 1};
  setting.steps = 5;
  return setting;
}

std::string hash_of_one(const Setting& setting) {
  const TemporaryFolder folder;
  TrainingRun run(setting);
  run.train(folder.path());
  return run.hash();
}

/// `bucket_bytes` of 1 makes each sum a bucket of its own.
std::string train_with(comm::Communicator& communicator, const Setting& setting,
                       const Shares& shares, const Path& output, int64_t bucket_bytes = 0) {
  Processes processes(communicator, shares);
  processes.set_bucket_bytes(bucket_bytes);
  TrainingRun run(setting);
  run.processes = &processes;
  run.train(output / std::to_string(processes.rank()));
  communicator.finish();
  return run.hash();
}

std::vector<std::string> over_threads(const Setting& setting, const Shares& shares,
                                      int64_t bucket_bytes = 0) {
  const TemporaryFolder folder;
  const auto ranks = static_cast<int64_t>(shares.size());
  auto transports = comm::local_transports(static_cast<int>(ranks));
  return test::run_threads(ranks, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, ranks,
                                    60);
    return train_with(communicator, setting, shares, folder.path(), bucket_bytes);
  });
}

/// The next rank 0 would only find the same disk.
TEST(Processes, EndTogetherWhereTheModelCannotBeWritten) {
  const TemporaryFolder folder;
  auto transports = comm::local_transports(2);
  const auto results = test::run_threads(2, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    Processes processes(communicator, {4, 4});
    TrainingRun run(eighths());
    run.processes = &processes;
    run.on_finish = [] { io_error("the disk is full"); };
    run.train(folder.path() / std::to_string(rank));
    return std::string("finished");
  });
  for (const std::string& result : results)
    EXPECT_TRUE(result.starts_with("error: the trained model is not written: the disk is full; "))
        << result;
}

// What connects processes of several hosts, and goes on when one of them dies.
constexpr comm::Engine kOfHosts[] = {comm::Engine::tcp, comm::Engine::gloo};

std::vector<std::string> over(comm::Engine engine, const Setting& setting, const Shares& shares,
                              int64_t bucket_bytes = 0) {
  const TemporaryFolder folder;
  const auto ranks = static_cast<int64_t>(shares.size());
  const int port = test::free_port();
  return test::run_processes(ranks, [&](int64_t rank) {
    comm::MeetingPlace place{rank, ranks, "127.0.0.1", port, "secret", 60};
    place.engine = engine;
    const auto communicator = comm::join_job(place, 60);
    return train_with(*communicator, setting, shares, folder.path(), bucket_bytes);
  });
}

TEST(Processes, HaveTheBitsOfOne) {
  const std::string expected = hash_of_one(eighths());
  for (const Shares& shares : {Shares{4, 4}, Shares{5, 3}, Shares{7, 1}, Shares{3, 3, 2},
                               Shares{0, 6, 2}, Shares{2, 2, 2, 2}})
    for (const std::string& found : over_threads(eighths(), shares))
      EXPECT_EQ(found, expected) << fmt::format("{}", fmt::join(shares, ":"));
}

TEST(Processes, HaveTheBitsOfOneInAStepOfOneMicroBatch) {
  const std::string expected = hash_of_one(thirds());
  for (const Shares& shares : {Shares{2, 1}, Shares{1, 1, 1}})
    for (const std::string& found : over_threads(thirds(), shares)) EXPECT_EQ(found, expected);
}

TEST(Processes, HaveTheBitsOfOneInAStepOfFewLeaves) {
  Setting setting = eighths();
  setting.most_leaves = 3;  // of 2, 3 and 3 micro-batches
  const std::string expected = hash_of_one(setting);
  EXPECT_NE(expected, hash_of_one(eighths()));
  for (const Shares& shares : {Shares{4, 4}, Shares{7, 1}, Shares{3, 3, 2}, Shares{2, 2, 2, 2}})
    for (const std::string& found : over_threads(setting, shares))
      EXPECT_EQ(found, expected) << fmt::format("{}", fmt::join(shares, ":"));
}

TEST(Processes, HaveTheBitsOfOneInBf16) {
  Setting setting = eighths();
  setting.bf16 = true;
  const std::string expected = hash_of_one(setting);
  for (const std::string& found : over_threads(setting, {5, 3})) EXPECT_EQ(found, expected);
}

TEST(Processes, HaveTheBitsOfOneOverHosts) {
  const std::string expected = hash_of_one(eighths());
  for (const comm::Engine engine : kOfHosts) {
    std::vector<std::string> all;
    for (const Shares& shares : {Shares{4, 4}, Shares{5, 3}, Shares{3, 3, 2}})
      for (const std::string& found : over(engine, eighths(), shares)) all.push_back(found);
    EXPECT_EQ(all, std::vector<std::string>(7, expected));
  }
}

TEST(Processes, HaveTheBitsOfOneWithManyBuckets) {
  Setting narrow = eighths();
  narrow.bf16 = true;
  for (const Setting& setting : {eighths(), narrow}) {
    const std::string expected = hash_of_one(setting);
    for (const int64_t bucket_bytes : {1, 20'000})
      for (const Shares& shares : {Shares{4, 4}, Shares{5, 3}, Shares{0, 6, 2}, Shares{2, 2, 2, 2}})
        for (const std::string& found : over_threads(setting, shares, bucket_bytes))
          EXPECT_EQ(found, expected) << fmt::format("{}", fmt::join(shares, ":"));
  }
}

TEST(Processes, HaveTheBitsOfOneWithManyBucketsOverHosts) {
  Setting narrow = eighths();
  narrow.bf16 = true;
  for (const Setting& setting : {eighths(), narrow}) {
    const std::string expected = hash_of_one(setting);
    for (const comm::Engine engine : kOfHosts) {
      std::vector<std::string> all;
      for (const Shares& shares : {Shares{5, 3}, Shares{3, 3, 2}})
        for (const std::string& found : over(engine, setting, shares, 1)) all.push_back(found);
      EXPECT_EQ(all, std::vector<std::string>(5, expected));
    }
  }
}

/// The CPU of a process that is killed when it packs a sum for the others.
class MortalBackend : public backend::Backend {
 public:
  /// 0: it lives.
  explicit MortalBackend(int sums) : left_(sums) {}
  std::string_view name() const override { return cpu_.name(); }
  std::vector<backend::Device> devices() const override { return cpu_.devices(); }
  backend::Capabilities capabilities() const override { return cpu_.capabilities(); }
  bool supports(const ir::Operation& op) const override { return cpu_.supports(op); }
  backend::Compilation try_compile(const ir::Module& module,
                                   const backend::CompileOptions& options) override {
    return cpu_.try_compile(module, options);
  }
  backend::Buffer upload(const ir::Tensor& tensor, const backend::Device& device) override {
    return cpu_.upload(tensor, device);
  }
  ir::Tensor download(const backend::Buffer& buffer) override { return cpu_.download(buffer); }
  std::byte* host_memory(const backend::Buffer& buffer) override {
    if (--left_ == 0) std::raise(SIGKILL);
    return cpu_.host_memory(buffer);
  }

 private:
  backend::CpuBackend cpu_{{1, 0, {}}};
  int left_;
};

/// A process dies after it has sent some buckets of a step, the first step or a later one: the
/// others do that step again.
TEST(Processes, HaveTheBitsOfOneAfterADeathBetweenBuckets) {
  const std::string expected = hash_of_one(eighths());
  for (const int sums : {60, 200}) {
    const TemporaryFolder folder;
    const int port = test::free_port();
    const auto found = test::run_processes(3, [&](int64_t rank) {
      comm::Job job({rank, 3, "127.0.0.1", port, "secret", 60}, {60, 5, 1});
      Processes processes(job, {3, 3, 2});
      processes.set_bucket_bytes(1);
      TrainingRun run(std::make_unique<MortalBackend>(rank == 1 ? sums : 0), eighths());
      run.processes = &processes;
      run.train(folder.path() / std::to_string(rank));
      job.communicator().finish();
      return run.hash();
    });
    EXPECT_EQ(found, (std::vector<std::string>{expected, "", expected})) << sums;
  }
}

/// Of the gradient of a table only those rows are sent whose tokens occur in the step.
TEST(Processes, SendTheRowsThatOccur) {
  Setting setting = eighths();
  setting.words = 5000;
  setting.steps = 2;  // of 8 micro-batches each
  setting.save_steps = 0;
  int64_t elements = 2;  // loss and weight
  for (const auto& parameter : objective_of(setting).parameters)
    elements += ir::element_count(parameter.shape);
  const std::string expected = hash_of_one(setting);
  const TemporaryFolder folder;
  auto transports = comm::local_transports(2);
  const auto found = test::run_threads(2, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    const std::string hash = train_with(communicator, setting, {4, 4}, folder.path());
    // Words 7 to 107 occur at most, and the filler's; of 64 positions those below 32.
    const int64_t most = elements - (5000 - 102) * 32 - (64 - 32) * 32;
    const int64_t bytes = setting.steps * most * 4, messages = 1000;
    EXPECT_LE(communicator.bytes_sent(), bytes + messages);
    EXPECT_GE(communicator.bytes_sent(), bytes / 2);
    return hash;
  });
  for (const std::string& one : found) EXPECT_EQ(one, expected);
}

/// The first process alone has the state and the checkpoint's files.
TEST(Processes, ResumeFromTheFirst) {
  const TemporaryFolder folder;
  const std::string expected = hash_of_one(eighths());
  TrainingRun cut(eighths());
  ASSERT_EQ(cut.train(folder.path() / "cut", 2), Outcome::stopped);
  const Path from = folder.path() / "cut" / "checkpoint-2";
  auto transports = comm::local_transports(2);
  const auto found = test::run_threads(2, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    Processes processes(communicator, {5, 3});
    TrainingRun run(eighths(), rank == 0 ? from : Path());
    if (rank == 1) run.fill("qa_outputs.bias", 7);
    processes.share_state(run.state());
    run.processes = &processes;
    run.resumed = true;
    run.train(folder.path() / std::to_string(rank));
    communicator.finish();
    return run.hash();
  });
  for (const std::string& one : found) EXPECT_EQ(one, expected);
}

/// The process that gives its state dies after a part of it: the other one keeps its own.
TEST(Processes, KeepTheirStateWhereTheGiverDies) {
  auto transports = comm::local_transports(2);
  const auto found = test::run_threads(2, [&](int64_t rank) -> std::string {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    Processes processes(communicator, {1, 1});
    TrainingRun run(eighths());
    if (rank == 0) {
      run.fill("bert.embeddings.word_embeddings.weight", 7);
      auto bytes = run.backend().download(run.state().buffers()[0]).expanded();
      communicator.broadcast(bytes, "the state", 0);
      communicator.give_up("it is killed");
      return "";
    }
    const std::string before = run.hash();
    EXPECT_THROW(processes.share_state(run.state(), 0), comm::PeerFailed);
    EXPECT_EQ(run.hash(), before);
    return "whole";
  });
  EXPECT_EQ(found[1], "whole");
}

/// One process is asked to stop: all do, after the same step, and the first one saves.
TEST(Processes, StopTogether) {
  const TemporaryFolder folder;
  auto transports = comm::local_transports(3);
  const auto found = test::run_threads(3, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 3, 60);
    Processes processes(communicator, {3, 3, 2});
    TrainingRun run(eighths());
    run.processes = &processes;
    const Outcome outcome = run.train(folder.path() / std::to_string(rank), rank == 1 ? 2 : -1);
    communicator.finish();
    return fmt::format("{} at {} {}", outcome == Outcome::stopped,
                       run.report["global_step"].get<int64_t>(), run.hash());
  });
  EXPECT_TRUE(found[0].starts_with("true at 3 ")) << found[0];
  EXPECT_EQ(found[1], found[0]);
  EXPECT_EQ(found[2], found[0]);
  ASSERT_TRUE(newest_checkpoint(folder.path() / "0"));
  EXPECT_EQ(newest_checkpoint(folder.path() / "0")->step, 3);
  for (const char* other : {"1", "2"}) EXPECT_FALSE(std::filesystem::exists(folder.path() / other));
}

TEST(Processes, EvaluateAtTheFirst) {
  const TemporaryFolder folder;
  auto transports = comm::local_transports(2);
  const auto found = test::run_threads(2, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    Processes processes(communicator, {4, 4});
    TrainingRun run(eighths());
    run.processes = &processes;
    run.evaluate_steps = 2;
    run.train(folder.path() / std::to_string(rank));
    communicator.finish();
    return fmt::format("{} {}", run.evaluations, run.report["best_metric"].is_number());
  });
  EXPECT_EQ(found[0], "3 true");
  EXPECT_EQ(found[1], "0 true");
}

/// Several processes. After step 3, some have a flipped bit in an element of a parameter or of a
/// moment. States are compared after each second step.
std::vector<std::string> with_flipped_bits(const std::vector<int64_t>& flipped, size_t ranks,
                                           bool in_moment) {
  const TemporaryFolder folder;
  auto transports = comm::local_transports(static_cast<int>(ranks));
  const auto count = static_cast<int64_t>(ranks);
  return test::run_threads(count, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, count,
                                    60);
    Processes processes(communicator, Shares(ranks, 8 / count));
    TrainingRun run(eighths());
    run.processes = &processes;
    run.check_steps = 2;
    run.on_step = [&](int64_t step) {
      if (step != 3 || std::count(flipped.begin(), flipped.end(), rank) == 0) return;
      const step::StateLayout& layout = run.state().layout();
      backend::Buffer& buffer =
          run.state().replicas()[0][in_moment ? layout.second_moment(0) : size_t{0}];
      auto bytes = run.backend().download(buffer).expanded();
      bytes[5] ^= std::byte{4};
      buffer = run.backend().upload(ir::Tensor(buffer->type, std::move(bytes)),
                                    run.backend().devices()[0]);
    };
    const std::string text = test::result_of(
        [&](int64_t) {
          run.train(folder.path() / std::to_string(rank));
          return run.hash();
        },
        rank);
    communicator.finish();
    return text;
  });
}

TEST(Processes, NameTheRankThatHasAnotherState) {
  for (const bool in_moment : {false, true})
    for (const std::string& one : with_flipped_bits({1}, 4, in_moment))
      EXPECT_TRUE(one.starts_with(fmt::format(
          "error: after step 4 the state of rank 1 differs from the other processes', first in "
          "{}bert.embeddings.word_embeddings.weight: ",
          in_moment ? "v." : "")))
          << one;
  for (const std::string& one : with_flipped_bits({}, 4, false))
    EXPECT_EQ(one, hash_of_one(eighths()));
}

TEST(Processes, SayThatTwoStatesDifferWhereNeitherIsKnownToBeRight) {
  for (const std::string& one : with_flipped_bits({0}, 2, false))
    EXPECT_TRUE(
        one.starts_with("error: after step 4 the processes' states differ, first in "
                        "bert.embeddings.word_embeddings.weight, and no majority"))
        << one;
}

/// The first process begins with too many micro-batches.
TEST(Processes, HaveTheBitsOfOneWhileSharesFollowSpeeds) {
  Setting setting = eighths();
  setting.steps = 16;
  const TemporaryFolder folder;
  auto transports = comm::local_transports(3);
  const auto found = test::run_threads(3, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 3, 60);
    Processes processes(communicator, {6, 1, 1});
    processes.follow_speeds();
    TrainingRun run(setting);
    run.processes = &processes;
    run.train(folder.path() / std::to_string(rank));
    communicator.finish();
    Shares shares;
    for (const ProcessLoad& load : processes.loads()) {
      EXPECT_GT(load.tokens_per_second, 0);
      EXPECT_GE(load.waiting, 0);
      EXPECT_LT(load.waiting, 1);
      shares.push_back(load.share);
    }
    EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), int64_t{0}), 8);
    EXPECT_LT(shares[0], 6);  // all are about as fast
    return fmt::format("{} {}", fmt::join(shares, ":"), run.hash());
  });
  const std::string expected = hash_of_one(setting);
  EXPECT_TRUE(found[0].ends_with(" " + expected)) << found[0];
  EXPECT_EQ(found, std::vector<std::string>(3, found[0]));
}

TEST(Processes, RefuseToTrainDifferently) {
  auto transports = comm::local_transports(3);
  const auto found = test::run_threads(3, [&](int64_t rank) -> std::string {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 3, 60);
    Processes processes(communicator, {1, 1, 1});
    processes.expect_same({{"seed", 42}, {"precision", "f32"}});
    const std::string problem = test::result_of(
        [&](int64_t) {
          processes.expect_same({{"seed", 42}, {"precision", rank == 2 ? "bf16" : "f32"}});
          return "same";
        },
        rank);
    communicator.finish();
    return problem;
  });
  for (const std::string& one : found)
    EXPECT_TRUE(
        one.starts_with("error: the processes' trainings differ: precision is \"f32\" "
                        "on rank 0, but \"bf16\" on rank 2"))
        << one;
}

/// Each leaves as soon as it has found the difference, and keeps none of the others from it.
TEST(Processes, FindADifferenceThoughOthersLeaveAtOnce) {
  constexpr int64_t kRanks = 8;
  for (int round = 0; round < 50; round++) {
    auto transports = comm::local_transports(kRanks);
    for (const std::string& one : test::run_threads(kRanks, [&](int64_t rank) -> std::string {
           comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank,
                                           kRanks, 60);
           Processes processes(communicator, Shares(kRanks, 1));
           processes.expect_same({{"seed", rank == 1 ? 7 : 42}});
           return "same";
         }))
      ASSERT_TRUE(one.starts_with("error: the processes' trainings differ: seed is 42")) << one;
  }
}

/// MPI has 2^14 tags for what a step sends at a time: one for each bucket of each node.
TEST(Buckets, HaveATagEach) {
  constexpr int64_t kMiB = int64_t{1} << 20;
  EXPECT_EQ(suitable_bucket(2, 91 * kMiB), kMiB);
  EXPECT_EQ(suitable_bucket(16, 91 * kMiB), 2 * kMiB);
  for (const int64_t processes : {2, 8, 64, 500})
    for (const int64_t bytes : {kMiB, 440 * kMiB, 2000 * kMiB, 28'000 * kMiB}) {
      const int64_t buckets = bytes / suitable_bucket(processes, bytes) + 1;
      EXPECT_LE(2 * buckets * (3 * processes + 1), int64_t{1} << 14) << processes << " " << bytes;
    }
}

}  // namespace
}  // namespace tutti::train
