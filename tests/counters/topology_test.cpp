// SPDX-License-Identifier: Apache-2.0
#include "counters/topology.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "counters/made_tree.h"

namespace tutti::counters {
namespace {

using test::write_made;

TEST(Topology, IsReadFromTheKernelsFiles) {
  const test::TemporaryFolder folder;
  const Path root = folder.path(), sys = root / "sys";
  for (int cpu = 0; cpu < 8; cpu++) {  // two sockets of two cores of two threads
    const Path place = sys / "devices/system/cpu" / ("cpu" + std::to_string(cpu)) / "topology";
    write_made(place / "physical_package_id", std::to_string(cpu / 4) + "\n");
    write_made(place / "core_id", std::to_string(cpu / 2 % 2) + "\n");
  }
  write_made(sys / "devices/system/cpu/cpufreq/note", "no processor\n");
  for (int node = 0; node < 2; node++) {
    const Path place = sys / "devices/system/node" / ("node" + std::to_string(node));
    write_made(place / "cpulist", node == 0 ? "0-3\n" : "4-7\n");
    write_made(place / "meminfo", "Node 0 MemTotal:       1000 kB\nNode 0 MemFree:  9 kB\n");
  }
  const Path gpu = sys / "bus/pci/devices/0000:17:00.0";
  write_made(gpu / "class", "0x030200\n");
  write_made(gpu / "vendor", "0x10de\n");
  write_made(gpu / "device", "0x2330\n");
  write_made(gpu / "numa_node", "1\n");
  write_made(gpu / "current_link_speed", "32.0 GT/s PCIe\n");
  write_made(gpu / "current_link_width", "16\n");
  std::filesystem::create_symlink("../../../bus/pci/drivers/nvidia", gpu / "driver");
  write_made(sys / "bus/pci/devices/0000:00:01.0/class", "0x060400\n");  // a bridge
  const Path disk = sys / "bus/pci/devices/0000:01:00.0";
  write_made(disk / "class", "0x010802\n");
  write_made(disk / "numa_node", "-1\n");
  const nlohmann::ordered_json expected = {
      {"sockets", 2},
      {"cores", 4},
      {"cpus", 8},
      {"numa_nodes",
       {{{"node", 0}, {"cpus", "0-3"}, {"memory_bytes", 1024000}},
        {{"node", 1}, {"cpus", "4-7"}, {"memory_bytes", 1024000}}}},
      {"pci_devices",
       {{{"address", "0000:01:00.0"}, {"class", "0x010802"}, {"vendor", ""}, {"device", ""}},
        {{"address", "0000:17:00.0"},
         {"class", "0x030200"},
         {"vendor", "0x10de"},
         {"device", "0x2330"},
         {"numa_node", 1},
         {"link_speed", "32.0 GT/s PCIe"},
         {"link_width", 16},
         {"driver", "nvidia"}}}}};
  EXPECT_EQ(topology(root.string()).dump(2), expected.dump(2));
}

TEST(Topology, VersionsAreThoseOfTheSystemAndItsDrivers) {
  const test::TemporaryFolder folder;
  const Path root = folder.path();
  write_made(root / "etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n");
  write_made(root / "proc/sys/kernel/osrelease", "6.1.0-9-amd64\n");
  write_made(root / "sys/module/nvidia/version", "550.54.15\n");
  const auto found = versions(root.string());
  EXPECT_EQ(found["system"], "Debian GNU/Linux 12");
  EXPECT_EQ(found["kernel"], "6.1.0-9-amd64");
  EXPECT_EQ(found["drivers"].dump(), R"({"nvidia":"550.54.15"})");
  EXPECT_TRUE(found["c_library"].get<std::string>().starts_with("glibc 2."));
}

TEST(Topology, AMachineThatTellsNothingIsNoError) {
  const test::TemporaryFolder folder;
  const auto found = topology(folder.path().string());
  EXPECT_EQ(found["sockets"], 0);
  EXPECT_TRUE(found["pci_devices"].empty());
}

}  // namespace
}  // namespace tutti::counters
