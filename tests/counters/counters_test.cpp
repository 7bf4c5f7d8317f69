// SPDX-License-Identifier: Apache-2.0
// Counters of libraries that stand in for the vendors', and of a made tree of /proc and /sys.
#include "counters/counters.h"

#include <gtest/gtest.h>

#include "counters/made_tree.h"

namespace tutti::counters {
namespace {

using test::TemporaryFolder;
using test::write_made;

TEST(Counters, NvidiaDevicesAreReadByNvml) {
  const auto source = open_nvml({.root = "", .nvml = {TUTTI_FAKE_NVML}, .rocm_smi = {}});
  ASSERT_TRUE(source);
  std::vector<Reading> readings;
  source->read(readings);
  ASSERT_EQ(readings.size(), 2u);
  EXPECT_EQ(readings[0].device, "nvidia_0");
  EXPECT_EQ(readings[0].description, "NVIDIA A");
  EXPECT_EQ(readings[0].utilisation, 81);
  EXPECT_EQ(readings[0].memory, 5.0 * (1 << 30));
  EXPECT_EQ(readings[0].memory_total, 80.0 * (1 << 30));
  EXPECT_EQ(readings[0].temperature, 64);
  EXPECT_EQ(readings[0].power, 351.5);
  EXPECT_EQ(readings[1].device, "nvidia_1");
  EXPECT_FALSE(readings[1].power);  // it does not tell
  EXPECT_EQ(values_of(readings[1]).size(), 4u);
}

TEST(Counters, AmdDevicesAreReadByRocmSmi) {
  const TemporaryFolder root;
  const Places places{root.path().string(), {}, {TUTTI_FAKE_ROCM_SMI}};
  EXPECT_FALSE(open_rocm_smi(places));  // without the driver
  write_made(root.path() / "sys/class/kfd/kfd/dev", "236:0\n");
  const auto source = open_rocm_smi(places);
  ASSERT_TRUE(source);
  std::vector<Reading> readings;
  source->read(readings);
  ASSERT_EQ(readings.size(), 1u);
  EXPECT_EQ(readings[0].device, "amd_0");
  EXPECT_EQ(readings[0].description, "AMD Instinct X");
  EXPECT_EQ(readings[0].utilisation, 42);
  EXPECT_EQ(readings[0].memory, 3.0 * (1 << 30));
  EXPECT_EQ(readings[0].memory_total, 192.0 * (1 << 30));
  EXPECT_EQ(readings[0].temperature, 55.5);  // of the hottest sensor
  EXPECT_EQ(readings[0].power, 412.25);
}

TEST(Counters, MachineWithoutThemHasNone) {
  const TemporaryFolder root;
  Counters counters({root.path().string(), {"libno-such-library.so"}, {TUTTI_FAKE_NVML}});
  EXPECT_TRUE(counters.read().empty());  // the second library has other functions
}

TEST(Counters, ProcessorAndGroupAreReadFromTheKernelsFiles) {
  const TemporaryFolder folder;
  const Path root = folder.path(), hwmon = root / "sys/class/hwmon";
  const Path rapl = root / "sys/class/powercap";
  write_made(root / "proc/stat", "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 2 3\n");
  write_made(root / "proc/self/cgroup", "0::/job\n");
  write_made(root / "sys/fs/cgroup/job/memory.current", "123456789\n");
  write_made(hwmon / "hwmon0/name", "nvme\n");
  write_made(hwmon / "hwmon0/temp1_input", "99000\n");
  write_made(hwmon / "hwmon1/name", "coretemp\n");
  write_made(hwmon / "hwmon1/temp1_input", "41000\n");
  write_made(hwmon / "hwmon1/temp1_max", "100000\n");
  write_made(hwmon / "hwmon1/temp2_input", "57500\n");
  write_made(rapl / "intel-rapl:0/energy_uj", "1000000\n");
  write_made(rapl / "intel-rapl:0:0/energy_uj", "5\n");
  write_made(rapl / "intel-rapl:1/energy_uj", "9000000\n");
  write_made(rapl / "intel-rapl:1/max_energy_range_uj", "10000000\n");
  Counters counters({root.string(), {}, {}});
  const auto first = counters.read();
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0].device, "cpu");
  EXPECT_EQ(first[0].temperature, 57.5);
  EXPECT_FALSE(first[0].utilisation);  // there is no time before
  EXPECT_FALSE(first[0].power);
  EXPECT_EQ(first[1].device, "group");
  EXPECT_EQ(first[1].memory, 123456789);
  // 100 of 400 more were idle or waited; the second socket's counter began again.
  write_made(root / "proc/stat", "cpu  300 50 150 750 150 0 0 0 0 0\n");
  write_made(rapl / "intel-rapl:0/energy_uj", "3000000\n");
  write_made(rapl / "intel-rapl:1/energy_uj", "1000000\n");
  const auto second = counters.read();
  ASSERT_TRUE(second[0].utilisation);
  EXPECT_DOUBLE_EQ(*second[0].utilisation, 75);
  ASSERT_TRUE(second[0].power);
  EXPECT_GT(*second[0].power, 0);  // 4 joules in an unknown time
}

}  // namespace
}  // namespace tutti::counters
