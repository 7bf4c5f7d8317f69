// SPDX-License-Identifier: Apache-2.0
// Processes with devices of different kinds share a step, and their states have the same bits.
#include <gtest/gtest.h>

#include <cmath>

#include "backend/reference/reference_backend.h"
#include "comm/job.h"
#include "comm/local_transport.h"
#include "small_training.h"
#include "support/errors.h"
#include "support/pjrt.h"
#include "support/ports.h"
#include "support/processes.h"
#include "support/temporary_folder.h"

namespace tutti::train {
namespace {

using Shares = std::vector<int64_t>;
using test::TemporaryFolder;

enum class Kind { cpu, cpu_copy, reference, plugin };
using Kinds = std::vector<Kind>;

std::string name_of(Kind kind) {
  return kind == Kind::cpu || kind == Kind::cpu_copy ? "cpu"
         : kind == Kind::reference                   ? "reference"
                                                     : "plugin";
}

/// The device that computes gradients; null: the one that has the state.
std::unique_ptr<backend::Backend> device_of(Kind kind) {
  if (kind == Kind::cpu_copy)
    return std::make_unique<backend::CpuBackend>(backend::CpuOptions{1, 0, {}});
  if (kind == Kind::reference)
    return std::make_unique<backend::ReferenceBackend>(1, op::Rounding::typed);
  if (kind == Kind::cpu) return nullptr;
  backend::PjrtOptions options;
  options.library = *test::xla_cpu_plugin();
  options.options = {{"cpu_device_count", int64_t{1}}};
  return std::make_unique<backend::PjrtBackend>(options);
}

/// Rows of one size, as all devices of a job have to compute the same shapes.
Setting with_rows(int64_t batch, int64_t accumulate, int64_t steps) {
  Setting setting{.threads = 1, .batch = batch, .accumulate = accumulate, .layers = 1};
  setting.layout = {data::Layout::Kind::fixed_rows, 32, data::default_row_counts(batch)};
  setting.steps = steps;
  setting.save_steps = 0;
  return setting;
}

struct Trained {
  std::string hash;
  nlohmann::json report;
  std::vector<double> losses;
  std::string text() const { return nlohmann::json{hash, report, losses}.dump(); }
};

Trained alone(const Setting& setting) {
  const TemporaryFolder folder;
  TrainingRun run(setting);
  run.train(folder.path());
  return {run.hash(), run.report, run.losses};
}

std::string train_with(comm::Communicator& communicator, const Setting& setting,
                       const Shares& shares, Kind kind, const LeafDevices* replayed) {
  const TemporaryFolder folder;
  Processes processes(communicator, shares);
  TrainingRun run(setting);
  auto device = device_of(kind);
  processes.mix(name_of(kind), device ? run.compute_on(std::move(device)) : nullptr);
  if (replayed) processes.replay(*replayed);
  run.processes = &processes;
  run.check_steps = 1;
  run.train(folder.path());
  communicator.finish();
  return Trained{run.hash(), run.report, run.losses}.text();
}

std::vector<Trained> parsed(const std::vector<std::string>& texts) {
  std::vector<Trained> all;
  for (const std::string& text : texts) {
    const auto values = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    EXPECT_TRUE(values.is_array()) << text;
    if (values.is_array())
      all.push_back({values[0], values[1], values[2].get<std::vector<double>>()});
  }
  return all;
}

std::vector<Trained> together(const Setting& setting, const Shares& shares, const Kinds& kinds,
                              const LeafDevices* replayed = nullptr) {
  const auto ranks = static_cast<int64_t>(kinds.size());
  auto transports = comm::local_transports(static_cast<int>(ranks));
  return parsed(test::run_threads(ranks, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, ranks,
                                    60);
    return train_with(communicator, setting, shares, kinds[static_cast<size_t>(rank)], replayed);
  }));
}

std::vector<Trained> over(comm::Engine engine, const Setting& setting, const Shares& shares,
                          const Kinds& kinds) {
  const auto ranks = static_cast<int64_t>(kinds.size());
  const int port = test::free_port();
  return parsed(test::run_processes(ranks, [&](int64_t rank) {
    comm::MeetingPlace place{rank, ranks, "127.0.0.1", port, "secret", 60};
    place.engine = engine;
    const auto communicator = comm::join_job(place, 60);
    return train_with(*communicator, setting, shares, kinds[static_cast<size_t>(rank)], nullptr);
  }));
}

std::string message(const std::function<void()>& call) {
  return test::failure_of(call).message;
}

void expect_all(const std::vector<Trained>& found, const std::string& hash) {
  for (const Trained& one : found) EXPECT_EQ(one.hash, hash);
}

TEST(MixedDevices, OfOneKindHaveTheBitsOfOne) {
  // An epoch's last step has half of the micro-batches, or one alone.
  for (const Setting& setting : {with_rows(2, 8, 5), with_rows(4, 3, 5)}) {
    const std::string expected = alone(setting).hash;
    const int64_t all = setting.accumulate;
    expect_all(together(setting, {all - 1, 1}, {Kind::cpu, Kind::cpu}), expected);
    expect_all(together(setting, {1, all - 1}, {Kind::cpu, Kind::cpu_copy}), expected);
  }
}

TEST(MixedDevices, CopyFrozenParametersToo) {
  Setting setting = with_rows(2, 4, 3);
  setting.frozen = "bert.embeddings";
  expect_all(together(setting, {2, 2}, {Kind::cpu_copy, Kind::cpu}), alone(setting).hash);
}

TEST(MixedDevices, CopyTheLossScaleToo) {
  Setting setting = with_rows(2, 4, 3);
  setting.fp16 = true;
  expect_all(together(setting, {2, 2}, {Kind::cpu_copy, Kind::cpu}), alone(setting).hash);
}

TEST(MixedDevices, HaveOneStateAndDependOnSharesAlone) {
  const Setting setting = with_rows(2, 4, 3);
  const Trained cpu = alone(setting);
  const auto found = together(setting, {3, 1}, {Kind::cpu, Kind::reference});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NE(found[0].hash, cpu.hash);  // the reference rounds otherwise
  EXPECT_EQ(found[1].hash, found[0].hash);
  expect_all(together(setting, {3, 1}, {Kind::cpu, Kind::reference}), found[0].hash);
  ASSERT_EQ(found[0].losses.size(), cpu.losses.size());
  for (size_t i = 0; i < cpu.losses.size(); i++)
    EXPECT_NEAR(found[0].losses[i], cpu.losses[i], 1e-5 * cpu.losses[i]);
  const auto expected = nlohmann::json::parse(
      R"([{"from_step": 0, "shares": [3, 1], "devices": ["cpu", "reference"]}])");
  for (const Trained& one : found) EXPECT_EQ(one.report["computed_by"], expected);
}

/// The same devices at other ranks, and one process more.
TEST(MixedDevices, DoWhatWasRecorded) {
  const Setting setting = with_rows(2, 4, 3);
  const auto recorded = nlohmann::json::parse(R"([
      {"from_step": 0, "shares": [3, 1], "devices": ["cpu", "reference"]},
      {"from_step": 2, "shares": [2, 2], "devices": ["cpu", "reference"]}])");
  const LeafDevices devices(recorded, "recorded");
  const auto first = together(setting, {3, 1}, {Kind::cpu, Kind::reference}, &devices);
  const auto second =
      together(setting, {0, 2, 2}, {Kind::reference, Kind::cpu, Kind::reference}, &devices);
  ASSERT_EQ(second.size(), 3U);
  expect_all(second, first.at(0).hash);
  EXPECT_EQ(second[0].report["computed_by"], recorded);
  EXPECT_NE(together(setting, {3, 1}, {Kind::cpu, Kind::reference}).at(0).hash, first[0].hash);
}

TEST(MixedDevices, OfAPluginHaveOneStateOverHosts) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const Setting setting = with_rows(2, 8, 5);
  const Trained cpu = alone(setting);
  const auto found = over(comm::Engine::tcp, setting, {5, 3}, {Kind::cpu, Kind::plugin});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NE(found[0].hash, cpu.hash);
  EXPECT_EQ(found[1].hash, found[0].hash);
  expect_all(over(comm::Engine::gloo, setting, {5, 3}, {Kind::cpu, Kind::plugin}), found[0].hash);
  for (size_t i = 0; i < cpu.losses.size(); i++)
    EXPECT_NEAR(found[0].losses.at(i), cpu.losses[i], 1e-4 * cpu.losses[i]);
}

TEST(LeafDevices, GiveNodesToProcessesOfTheSameDevice) {
  LeafDevices devices;
  devices.note(0, {4, 4}, {"a", "b"});
  devices.note(1, {4, 4}, {"a", "b"});
  devices.note(3, {6, 2}, {"a", "b"});
  EXPECT_EQ(devices.json().size(), 2U);
  using Nodes = std::vector<comm::Node>;
  EXPECT_EQ(devices.nodes(2, 8, {"b", "a"}), (Nodes{{0, 4, 1}, {4, 8, 0}}));
  // 4 and 2 leaves of a, 2 of b: the second node goes to the process of a that has none.
  EXPECT_EQ(devices.nodes(7, 8, {"b", "a", "a"}), (Nodes{{0, 4, 1}, {4, 6, 2}, {6, 8, 0}}));
  EXPECT_EQ(message([&] {
              devices.nodes(3, 8, {"a", "c"});
            }),
            "step 4 had micro-batches computed by b, and no process has that device now; start one "
            "that has it");
  // The step was interrupted and is done again by one process.
  devices.note(3, {8}, {"b"});
  EXPECT_EQ(devices.nodes(3, 8, {"b"}), (Nodes{{0, 8, 0}}));
  EXPECT_EQ(LeafDevices(devices.json(), "again").json(), devices.json());
}

TEST(LeafDevices, RefuseWhatIsNoRecord) {
  const auto problem = [](const char* text) {
    return message([&] { LeafDevices found(nlohmann::json::parse(text), "FILE"); });
  };
  EXPECT_EQ(problem("3"), "FILE: expected a list of shares and devices");
  test::expect_contains(problem("[3]"), "FILE: an entry has no list of shares: 3");
  test::expect_contains(problem(R"([{"from_step":0,"shares":[-1],"devices":["a"]}])"),
                        "the share -1 of a process");
  test::expect_contains(problem(R"([{"from_step":0,"shares":[1],"devices":[1]}])"),
                        "the device 1: expected a text");
  test::expect_contains(problem(R"([{"from_step":0,"shares":[1,2],"devices":["a"]}])"),
                        "2 shares of 1 devices");
  test::expect_contains(problem(R"([{"shares":[1],"devices":["a"]}])"), "from_step is missing");
  test::expect_contains(problem(R"([{"from_step":4,"shares":[1],"devices":["a"]},
                                    {"from_step":4,"shares":[2],"devices":["a"]}])"),
                        "from_step 4: expected a number of steps, larger in each entry");
  const LeafDevices late(nlohmann::json::parse(R"([{"from_step":4,"shares":[1],"devices":["a"]}])"),
                         "FILE");
  test::expect_contains(message([&] { late.nodes(3, 1, {"a"}); }),
                        "it was not recorded which device computed what in step 4");
}

}  // namespace
}  // namespace tutti::train
