// SPDX-License-Identifier: Apache-2.0
// Trainings whose moments the host has: the same bits and files, in less memory.
#include "train/host_optimizer.h"

#include <gtest/gtest.h>

#include <fstream>

#include "ahead_backend.h"
#include "base/files.h"
#include "comm/local_transport.h"
#include "small_training.h"
#include "support/pjrt.h"
#include "support/processes.h"
#include "support/temporary_folder.h"
#include "train/memory_plan.h"
#include "train/process_memory.h"

namespace tutti::train {
namespace {

using test::TemporaryFolder;

Setting on_host(Setting setting, const Path& file = {}) {
  setting.host_optimizer = true;
  setting.moments_file = file;
  return setting;
}

/// What a training leaves.
struct Left {
  std::vector<double> losses;
  std::string model, moments;
};

Left left_by(TrainingRun& run, const Path& output) {
  run.train(output);
  const Path last = output / "checkpoint-8";
  return {run.losses, read_file(last / "model.safetensors"),
          read_file(last / "optimizer.safetensors")};
}

void expect_same(const Left& found, const Left& expected) {
  EXPECT_EQ(found.losses, expected.losses);
  EXPECT_EQ(found.model, expected.model);
  EXPECT_EQ(found.moments, expected.moments);
}

TEST(HostOptimizer, KeepsEveryBitAndFile) {
  const TemporaryFolder folder;
  for (const int64_t accumulate : {1, 3}) {
    SCOPED_TRACE(accumulate);
    const Path outputs = folder.path() / std::to_string(accumulate);
    const Setting setting = {.accumulate = accumulate};
    TrainingRun plain(setting);
    const Left expected = left_by(plain, outputs / "plain");
    TrainingRun file(on_host(setting, folder.path() / "moments"));
    expect_same(left_by(file, outputs / "file"), expected);
    EXPECT_EQ(file.hash(), plain.hash());
    // Memory that is not the host's: parameters and gradients are copied.
    TrainingRun device(std::make_unique<AheadBackend>(), on_host(setting));
    expect_same(left_by(device, outputs / "device"), expected);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "moments"));
}

TEST(HostOptimizer, GoesOnFromACheckpointWithAndWithoutIt) {
  const TemporaryFolder folder;
  const Setting plain = {}, host = on_host(plain, folder.path() / "moments");
  TrainingRun whole(plain);
  whole.train(folder.path() / "whole");
  for (const auto& [before, after] : {std::pair(host, plain), {plain, host}, {host, host}}) {
    const TemporaryFolder own;
    TrainingRun first(before);
    ASSERT_EQ(first.train(own.path(), 5), Outcome::stopped);
    TrainingRun second(after, own.path() / "checkpoint-5");
    second.train(own.path());
    EXPECT_EQ(second.hash(), whole.hash());
  }
}

TEST(HostOptimizer, LeavesOutStepsThatOverflow) {
  const TemporaryFolder folder;
  Setting setting = {.fp16 = true};
  setting.loss_scale.first = 0x1p22;  // too large for the first steps
  TrainingRun plain(setting);
  TrainingRun host(on_host(setting, folder.path() / "moments"));
  expect_same(left_by(host, folder.path() / "host"), left_by(plain, folder.path() / "plain"));
  EXPECT_GT(host.report["steps_left_out"].get<int64_t>(), 0);
  EXPECT_LT(host.report["steps_left_out"].get<int64_t>(), 9);
}

TEST(HostOptimizer, HasNothingOfFrozenParameters) {
  const TemporaryFolder folder;
  Setting setting;
  setting.frozen = "bert.embeddings";
  TrainingRun plain(setting), host(on_host(setting));
  expect_same(left_by(host, folder.path() / "host"), left_by(plain, folder.path() / "plain"));
}

TEST(HostOptimizer, OfSeveralProcessesHasTheBitsOfOne) {
  // Of an epoch's last step there is one micro-batch.
  Setting setting{.threads = 1, .batch = 4, .accumulate = 3, .layers = 1};
  setting.steps = 5;
  const TemporaryFolder folder;
  TrainingRun one(setting);
  one.train(folder.path() / "one");
  auto transports = comm::local_transports(2);
  const auto found = test::run_threads(2, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    Processes processes(communicator, {2, 1});
    TrainingRun run(on_host(setting, folder.path() / "moments"));
    if (rank == 1) run.fill("qa_outputs.bias", 7);
    processes.share_state(run.state());
    run.processes = &processes;
    run.train(folder.path() / std::to_string(rank));
    communicator.finish();
    return run.hash();
  });
  for (const std::string& hash : found) EXPECT_EQ(hash, one.hash());
}

std::unique_ptr<backend::Backend> plugin(const std::filesystem::path& library, const Path& cache) {
  backend::PjrtOptions options;
  options.library = library;
  options.options = {{"cpu_device_count", int64_t{3}}};  // a spare one, as replicas block a thread
  options.cache_folder = cache / "programs";
  options.cache_seconds = 0;
  return std::make_unique<backend::PjrtBackend>(options);
}

TEST(HostOptimizer, BesideDevicesOfAPluginHasTheirLosses) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const TemporaryFolder folder;
  for (const int64_t devices : {1, 2}) {
    Setting setting{.batch = 8 / devices,
                    .accumulate = 1,
                    .layout = {data::Layout::Kind::fixed_rows, 64, {8 / devices}}};
    setting.devices = devices;
    setting.layers = 1;
    setting.pad_to_multiple_of = 16;
    TrainingRun plain(plugin(library, folder.path()), setting);
    plain.train(folder.path() / fmt::format("plain-{}", devices));
    TrainingRun host(plugin(library, folder.path()), on_host(setting));
    host.train(folder.path() / fmt::format("host-{}", devices));
    ASSERT_EQ(host.losses.size(), plain.losses.size());
    for (size_t i = 0; i < plain.losses.size(); i++)
      EXPECT_NEAR(host.losses[i], plain.losses[i], 1e-6) << devices << " devices, step " << i;
    const int64_t whole = state_bytes(plain.programs().layout());
    EXPECT_LE(3 * device_state_bytes(host.programs()), whole);
  }
}

/// The most memory of the process while it does something, files included; 0 where the system does
/// not say it.
int64_t peak_of(const std::function<void()>& work) {
  release_free_memory();
  std::ofstream("/proc/self/clear_refs") << "5";  // VmHWM begins anew
  work();
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (int64_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  return 0;
}

TEST(HostOptimizer, InAFileTakesTheMomentsOutOfMemory) {
  const TemporaryFolder folder;
  int64_t moments = 0;
  const auto train = [&](const Setting& with) {
    TrainingRun run(with);
    const step::StateLayout& layout = run.programs().layout();
    moments = state_bytes(layout) - parameter_bytes(layout);
    run.train(folder.path() / "run");
  };
  Setting summed{.steps = 3, .words = 200'000};
  summed.save_steps = 0;
  // A step of one micro-batch, whose activations take more than the gradients that come after them.
  Setting whole = summed;
  whole.accumulate = 1;
  whole.batch = 40;
  whole.layers = 40;
  for (const Setting& setting : {summed, whole}) {
    train(setting);  // what the libraries take once is in both
    const int64_t plain = peak_of([&] { train(setting); });
    const int64_t file = peak_of([&] { train(on_host(setting, folder.path() / "moments")); });
    if (plain == 0) GTEST_SKIP() << "the system does not say what the process had at most";
    EXPECT_GT(moments, 50'000'000);
    EXPECT_GE(plain - file, moments * 9 / 10) << plain << " and " << file;
  }
}

TEST(HostOptimizer, IsInThePlanOfMemory) {
  TrainingRun plain({}), host(on_host({}));
  const RunShape shape{{1, 64, 4}, 3};
  const MemoryPlan whole = plan_memory(plain.programs(), shape, 0).plan.value(),
                   apart = plan_memory(host.programs(), shape, 0).plan.value();
  const step::StateLayout& layout = plain.programs().layout();
  EXPECT_EQ(whole.apart, 0);
  EXPECT_EQ(apart.apart, state_bytes(layout) - parameter_bytes(layout));
  EXPECT_EQ(apart.state, parameter_bytes(layout));
  EXPECT_EQ(apart.gradients, whole.gradients);
}

}  // namespace
}  // namespace tutti::train
