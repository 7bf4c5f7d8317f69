// SPDX-License-Identifier: Apache-2.0
#include "comm/nccl_transport.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <cstdlib>

#include "comm/nccl_ranks.h"
#include "support/errors.h"
#include "support/ports.h"
#include "support/processes.h"

namespace tutti::comm {
namespace {

using test::expect_contains;
using test::failure_of;

// Where nccl.h of version 2.17 and later has them.
static_assert(sizeof(NcclId) == 128);
static_assert(offsetof(NcclConfig, magic) == 8 && offsetof(NcclConfig, version) == 12);
static_assert(offsetof(NcclConfig, blocking) == 16 && offsetof(NcclConfig, cluster_size) == 20);
static_assert(offsetof(NcclConfig, least_blocks) == 24 && offsetof(NcclConfig, most_blocks) == 28);

TEST(NcclLibrary, HasAllFunctionsInTheRealOne) {
  const NcclFiles files = {
      {"libnccl.so.2", "/usr/local/cuda/lib/libnccl.so.2", "/usr/local/cuda/lib64/libnccl.so.2"},
      {}};
  bool is_here = false;
  for (const std::string& file : files.collectives)
    is_here = is_here || ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr;
  if (!is_here) GTEST_SKIP() << "NCCL is not here";
  const NcclLibrary library = open_collectives(Engine::nccl, files);
  EXPECT_GE(library.version, 21700);
  EXPECT_LT(library.version, 100000);
  NcclId one, other;
  EXPECT_EQ(library.nccl.get_unique_id(&one), kNcclSuccess);
  EXPECT_EQ(library.nccl.get_unique_id(&other), kNcclSuccess);
  EXPECT_NE(one.bytes, other.bytes);
  EXPECT_NE(std::string(library.nccl.get_error_string(1)), "");
}

TEST(NcclLibrary, SaysWhatIsMissing) {
  const auto none = failure_of([] {
    open_nccl_library(Engine::rccl, {{"libno-such-library.so.1"}, {}});
  });
  EXPECT_EQ(none.code, ExitCode::missing_backend);
  expect_contains(none.message, "--comm_engine rccl: libno-such-library.so.1");
  expect_contains(none.message, "RCCL 2.17 or newer, or take --comm_engine tcp");
  const auto other = failure_of([] { open_nccl_library(Engine::nccl, {{"libc.so.6"}, {}}); });
  expect_contains(other.message, "its library has no function ncclGetVersion");
  const auto without_runtime = failure_of([] {
    open_nccl_library(Engine::nccl, {{TUTTI_STAND_IN_NCCL}, {"libno-such-runtime.so"}});
  });
  expect_contains(without_runtime.message, "libno-such-runtime.so");
  // Of HIP it has no functions.
  const auto of_hip = failure_of([] { open_nccl_library(Engine::rccl, test::stand_in_files()); });
  expect_contains(of_hip.message, "its library has no function hipGetDeviceCount");
}

class WithVariable {
 public:
  WithVariable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~WithVariable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

TEST(NcclLibrary, RefusesOldVersionsAndMachinesWithoutGpu) {
  {
    const WithVariable old("TUTTI_STAND_IN_VERSION", "21602");
    const auto failure =
        failure_of([] { open_nccl_library(Engine::nccl, test::stand_in_files()); });
    EXPECT_EQ(failure.code, ExitCode::missing_backend);
    expect_contains(failure.message, "NCCL has version 21602, expected 21700 or newer");
  }
  const WithVariable none("TUTTI_STAND_IN_GPUS", "0");
  const auto failure = failure_of([] { open_nccl_library(Engine::nccl, test::stand_in_files()); });
  expect_contains(failure.message, "there is no GPU");
}

using OfCommunicator = std::function<std::string(Communicator&)>;

std::vector<std::string> over_stand_in(int64_t ranks, double limit,
                                       const OfCommunicator& function) {
  const int port = test::free_port();
  return test::run_processes(ranks, [&](int64_t rank) {
    const auto communicator = test::join_stand_in(rank, ranks, port, limit);
    return test::result_of([&](int64_t) { return function(*communicator); }, rank);
  });
}

/// More than a piece of the GPU's memory, and no multiple of anything.
constexpr size_t kLarge = 9'000'001;

TEST(NcclTransport, MovesLargeMessagesInTheirOrder) {
  const auto exchange = [](Communicator& communicator) -> std::string {
    const int64_t rank = communicator.rank(), other = 1 - rank;
    constexpr size_t kMessages = 3;
    std::vector<std::vector<std::byte>> sent, received;
    std::vector<Transfer> transfers;
    const uint64_t tag = communicator.next_tag();
    for (size_t k = 0; k < kMessages; k++) {
      sent.emplace_back(kLarge, static_cast<std::byte>(10 * rank + static_cast<int64_t>(k)));
      received.emplace_back(kLarge);
      // The second and the third have one tag.
      transfers.push_back(
          communicator.receive(other, tag + std::min<size_t>(k, 1), received[k], "a test"));
    }
    for (size_t k = 0; k < kMessages; k++)
      transfers.push_back(
          communicator.send(other, tag + std::min<size_t>(k, 1), sent[k], "a test"));
    communicator.wait(transfers);
    communicator.finish();
    for (size_t k = 0; k < kMessages; k++)
      if (received[k] !=
          std::vector(kLarge, static_cast<std::byte>(10 * other + static_cast<int64_t>(k))))
        return fmt::format("message {} is wrong", k);
    return "right";
  };
  EXPECT_EQ(over_stand_in(2, 60, exchange), std::vector<std::string>(2, "right"));
}

TEST(NcclTransport, DoesNotWaitForEver) {
  const auto wait = [](Communicator& communicator) -> std::string {
    const uint64_t tag = communicator.next_tag();
    if (communicator.rank() == 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1500));
      return "slept";
    }
    std::vector<std::byte> bytes(kLarge);
    Transfer transfer = communicator.receive(1, tag, bytes, "a test");
    communicator.wait(transfer, 0.3);
    return "received";
  };
  const auto results = over_stand_in(2, 60, wait);
  EXPECT_EQ(results[0],
            "error: rank 1 failed: it sent nothing for 0.3 s. Rank 0 was waiting for rank 1 "
            "in a test");
  EXPECT_EQ(results[1], "slept");
}

/// It dies after the first piece of a message: the receive of the second one is on the GPU, and
/// hears nothing of it.
TEST(NcclTransport, NamesTheProcessThatDied) {
  const auto die = [](Communicator& communicator) -> std::string {
    std::vector<std::byte> bytes(kLarge);
    const uint64_t tag = communicator.next_tag();
    if (communicator.rank() == 1) {
      Transfer piece = communicator.send(0, tag, std::span(bytes).first(4 << 20), "a test");
      communicator.wait(piece);
      ::raise(SIGKILL);
    }
    Transfer transfer = communicator.receive(1, tag, bytes, "a test");
    communicator.wait(transfer);
    return "received";
  };
  const auto results = over_stand_in(2, 60, die);
  EXPECT_TRUE(results[0].starts_with("error: rank 1 failed: ")) << results[0];
  EXPECT_EQ(results[1], "");
}

}  // namespace
}  // namespace tutti::comm
