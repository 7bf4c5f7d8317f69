// SPDX-License-Identifier: Apache-2.0
// Trainings in a real memory cgroup, where the system lets the test make one: as root, with a
// hierarchy of version 1, or of version 2 with the memory controller.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/program.h"
#include "app/small_models.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

/// A group of its own with a limit; none where the system allows none.
class MemoryGroup {
 public:
  explicit MemoryGroup(int64_t bytes) {
    for (const auto& [mount, limit] : {std::pair("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
                                       std::pair("/sys/fs/cgroup", "memory.max")}) {
      const Path folder = Path(mount) / ("tutti_test_" + std::to_string(::getpid()));
      std::error_code failure;
      if (!std::filesystem::exists(Path(mount) / "cgroup.procs") ||
          !std::filesystem::create_directory(folder, failure))
        continue;
      folder_ = folder;
      std::ofstream file(folder / limit);
      if (file << bytes && file.flush()) return;
      leave();
    }
  }
  ~MemoryGroup() { leave(); }
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  bool exists() const { return !folder_.empty(); }
  /// Runs the program in the group.
  Outcome run(const std::vector<std::string>& words) const {
    const std::string enter =
        "echo $$ > " + (folder_ / "cgroup.procs").string() + " && exec \"$@\"";
    return run_tutti(words, "", {}, {"/bin/sh", "-c", enter, "sh"});
  }

 private:
  void leave() {
    std::error_code failure;
    if (!folder_.empty()) std::filesystem::remove(folder_, failure);  // rmdir
    folder_.clear();
  }
  Path folder_;
};

constexpr const char* kFlags =
    "--max_seq_length 384 --doc_stride 128 --max_steps 2 --logging_steps 1 --threads 2 "
    "--precision f32 ";

int64_t peak_of(const Path& output) {
  return format::read_json(output / "train_results.json")["peak_bytes"].get<int64_t>();
}

/// The micro-batches that a run was made with.
nlohmann::json arguments_of(const Path& output) {
  return format::read_json(output / "run.json")["arguments"];
}

TEST(MemoryGroup, ATrainingInLessThanItNeedsTakesSmallerMicroBatches) {
  const TemporaryFolder folder;
  const Path free = folder.path() / "free", less = folder.path() / "less";
  const std::string flags = std::string(kFlags) + "--per_device_train_batch_size 128";
  ASSERT_EQ(run_tutti(train_quickstart_words(free, flags)).code, 0);
  const int64_t need = peak_of(free);
  const MemoryGroup group(need * 6 / 10);
  if (!group.exists()) GTEST_SKIP() << "the system lets this test make no memory cgroup";
  const Outcome outcome =
      group.run(train_quickstart_words(less, flags + " --auto_find_batch_size"));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json found = arguments_of(less);
  const auto batch = found["per_device_train_batch_size"].get<int64_t>(),
             accumulate = found["gradient_accumulation_steps"].get<int64_t>();
  EXPECT_LT(batch, 128);
  EXPECT_EQ(batch * accumulate, 128);
  // Bit for bit the run that asks for those micro-batches.
  const Path asked = folder.path() / "asked";
  ASSERT_EQ(
      run_tutti(train_quickstart_words(asked, fmt::format("{}--per_device_train_batch_size {} "
                                                          "--gradient_accumulation_steps {}",
                                                          kFlags, batch, accumulate)))
          .code,
      0);
  EXPECT_EQ(read_file(less / "model.safetensors"), read_file(asked / "model.safetensors"));
}

TEST(MemoryGroup, ATrainingWithoutRoomForOneFeatureSaysWhatItNeeds) {
  const TemporaryFolder folder;
  const MemoryGroup group(int64_t{72} << 20);  // it suffices to read the data
  if (!group.exists()) GTEST_SKIP() << "the system lets this test make no memory cgroup";
  const Outcome outcome = group.run(train_quickstart_words(
      folder.path() / "run",
      std::string(kFlags) + "--per_device_train_batch_size 8 --auto_find_batch_size"));
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  expect_contains(outcome.err, "MiB");
}

}  // namespace
}  // namespace tutti::test
