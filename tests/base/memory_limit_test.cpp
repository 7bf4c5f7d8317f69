// SPDX-License-Identifier: Apache-2.0
#include "base/memory_limit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <new>
#include <vector>

#include "support/temporary_folder.h"

namespace tutti {
namespace {

class AvailableMemory : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& content) {
    const auto path = folder_.path() / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
  }
  int64_t available() const { return available_memory(folder_.path().string()); }

  test::TemporaryFolder folder_;
};

TEST_F(AvailableMemory, UnknownWhereNothingSays) {
  EXPECT_EQ(available(), 0);
}

TEST_F(AvailableMemory, AContainerSeesItsGroupAsTheMount) {
  EXPECT_FALSE(memory_of_group(folder_.path().string()));
  write("proc/self/cgroup", "0::/../elsewhere\n");
  write("sys/fs/cgroup/memory.current", "12345\n");
  EXPECT_EQ(memory_of_group(folder_.path().string()), 12345);
}

TEST_F(AvailableMemory, SystemAndCgroupVersion2) {
  write("proc/meminfo", "MemTotal:  8000 kB\nMemAvailable:  1000 kB\n");
  EXPECT_EQ(available(), 1024000);
  write("proc/self/cgroup", "0::/outer/inner\n");
  EXPECT_EQ(available(), 1024000);
  write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  EXPECT_EQ(available(), 1024000);
  write("sys/fs/cgroup/outer/memory.max", "600000\n");
  write("sys/fs/cgroup/outer/memory.current", "500000\n");
  write("sys/fs/cgroup/outer/memory.stat", "anon 5\ninactive_file 100000\n");
  EXPECT_EQ(available(), 200000);
}

TEST_F(AvailableMemory, ALimitMayFallBelowWhatIsTaken) {
  EXPECT_FALSE(spare_memory(folder_.path().string()));
  write("proc/meminfo", "MemAvailable:  1000 kB\n");
  write("proc/self/cgroup", "0::/a\n");
  write("sys/fs/cgroup/a/memory.max", "600000\n");
  write("sys/fs/cgroup/a/memory.current", "500000\n");
  EXPECT_EQ(spare_memory(folder_.path().string()), 100000);
  write("sys/fs/cgroup/a/memory.high", "550000\n");
  EXPECT_EQ(spare_memory(folder_.path().string()), 50000);
  write("sys/fs/cgroup/a/memory.high", "max\n");
  EXPECT_EQ(spare_memory(folder_.path().string()), 100000);
  write("sys/fs/cgroup/a/memory.max", "450000\n");
  EXPECT_EQ(spare_memory(folder_.path().string()), -50000);
  EXPECT_EQ(available(), 1);
}

TEST_F(AvailableMemory, CgroupVersion1) {
  write("proc/self/cgroup", "3:cpu,cpuacct:/a\n2:memory:/a\n");
  write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "70000\n");
  write("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "30000\n");
  EXPECT_EQ(memory_of_group(folder_.path().string()), 30000);
  EXPECT_EQ(available(), 40000);
}

/// Ends with 4 where memory runs out as it should, with 0 where it does not.
[[noreturn]] void allocate_under_limit(const std::string& root, size_t megabytes) {
  keep_within_groups(root);
  try {
    const std::vector<char> much(megabytes << 20, 1);
    std::_Exit(0);
  } catch (const std::bad_alloc&) {
    std::_Exit(4);
  }
}

TEST_F(AvailableMemory, AllocationsFailBeforeTheGroupIsFull) {
  write("proc/meminfo", "MemAvailable:  4000000 kB\n");
  const std::string root = folder_.path().string();
  EXPECT_EXIT(allocate_under_limit(root, 256), testing::ExitedWithCode(0), "");
  write("proc/self/cgroup", "0::/a\n");
  write("sys/fs/cgroup/a/memory.max", "100000000\n");
  EXPECT_EXIT(allocate_under_limit(root, 256), testing::ExitedWithCode(4), "");
  EXPECT_EXIT(allocate_under_limit(root, 32), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace tutti
