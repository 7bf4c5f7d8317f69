// SPDX-License-Identifier: Apache-2.0
#include "base/memory_limit.h"

#include <gtest/gtest.h>

#include <fstream>

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

TEST_F(AvailableMemory, CgroupVersion1) {
  write("proc/self/cgroup", "3:cpu,cpuacct:/a\n2:memory:/a\n");
  write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "70000\n");
  write("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "30000\n");
  EXPECT_EQ(available(), 40000);
}

}  // namespace
}  // namespace tutti
