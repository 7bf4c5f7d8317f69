// SPDX-License-Identifier: Apache-2.0
// Devices by what a kernel lists: made trees of /sys and /dev.
#include <gtest/gtest.h>

#include "backend/pjrt/hardware.h"
#include "support/temporary_folder.h"

namespace tutti::backend::pjrt {
namespace {

class PjrtHardware : public testing::Test {
 protected:
  void add(const std::string& address, const std::string& vendor, const std::string& type,
           const std::string& device) const {
    const Path folder = folder_.path() / "sys/bus/pci/devices" / address;
    std::filesystem::create_directories(folder);
    write_file_atomically(folder / "vendor", vendor + "\n");
    write_file_atomically(folder / "class", type + "\n");
    write_file_atomically(folder / "device", device + "\n");
  }
  void add_file(const std::string& name) const {
    std::filesystem::create_directories(folder_.path() / "dev");
    write_file_atomically(folder_.path() / "dev" / name, "");
  }
  std::vector<SeenDevices> seen() const { return seen_devices(folder_.path()); }
  std::string text() const {
    std::string text;
    for (const SeenDevices& devices : seen()) text += devices.text() + ";";
    return text;
  }

  test::TemporaryFolder folder_;
};

using Lines = std::vector<std::string>;

TEST_F(PjrtHardware, IsSeenByItsNumbersOnTheBus) {
  EXPECT_EQ(text(), "");
  add("0000:00:02.0", "0x8086", "0x030000", "0x9bc4");  // within an Intel processor
  add("0000:00:04.0", "0x1ae0", "0x020000", "0x0042");  // Google's network
  add("0000:05:00.0", "0x1002", "0x030000", "0x1638");  // within an AMD processor
  EXPECT_EQ(text(), "");
  add("0000:17:00.0", "0x10de", "0x030200", "0x2330");  // an H100
  add("0000:18:00.0", "0x10de", "0x030200", "0x2330");
  add("0000:18:00.1", "0x10de", "0x040300", "0x1aef");  // sound
  add("0000:00:05.0", "0x1ae0", "0x088000", "0x0063");  // a TPU v5e
  add("0000:c0:00.0", "0x1002", "0x120000", "0x74a1");  // an MI300X
  add("0000:d0:00.0", "0x8086", "0x038000", "0x0bd5");  // a Max 1550
  add("0000:e0:00.0", "0x1d0f", "0x088000", "0x7164");  // a Trainium
  EXPECT_EQ(text(), "2 NVIDIA GPUs;1 AMD GPU;1 TPU chip;1 Intel GPU;1 Neuron device;");
}

TEST_F(PjrtHardware, IsSeenByItsDeviceFiles) {
  for (const char* name : {"nvidia0", "nvidia1", "nvidiactl", "nvidia-uvm", "accel0", "null"})
    add_file(name);
  EXPECT_EQ(text(), "2 NVIDIA GPUs;1 TPU chip;");
}

TEST_F(PjrtHardware, IsToldWhereItIsNotUsed) {
  add("0000:17:00.0", "0x10de", "0x030200", "0x2330");
  add("0000:18:00.0", "0x10de", "0x030200", "0x2330");
  EXPECT_EQ(unused_devices("cpu", 1, seen(), {}),
            Lines({"2 NVIDIA GPUs; there is no plugin for it: pip install jax-cuda13-plugin or "
                   "xla-cuda13-pjrt"}));
  const std::vector<Candidate> plugins = {{"xla_cuda13", "/p/xla_cuda_plugin.so", "cuda"},
                                          {"xla", "/p/xla.so", ""}};
  const std::string other =
      "plugin pjrt=xla: --backend pjrt=xla uses its devices, if there are any";
  EXPECT_EQ(unused_devices("cpu", 1, seen(), plugins),
            Lines({"2 NVIDIA GPUs: --backend pjrt=cuda or --backend auto uses it", other}));
  for (const char* name : {"pjrt=cuda", "pjrt=xla_cuda13", "pjrt=/p/xla_cuda_plugin.so",
                           "pjrt=cuda?visible_devices=0:0", "cuda"}) {
    EXPECT_EQ(unused_devices(name, 2, seen(), plugins), Lines({other})) << name;
    EXPECT_EQ(unused_devices(name, 1, seen(), plugins),
              Lines({"1 of 2 NVIDIA GPUs: --devices 2 uses all of them", other}))
        << name;
  }
  EXPECT_EQ(unused_devices("pjrt=xla", 4, {}, plugins).size(), 1U);
  EXPECT_EQ(unused_devices("cpu", 1, {}, {}), Lines());
}

}  // namespace
}  // namespace tutti::backend::pjrt
