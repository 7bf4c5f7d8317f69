// SPDX-License-Identifier: Apache-2.0
// NVIDIA's devices, by NVML: https://docs.nvidia.com/deploy/nvml-api/.
#include <fmt/format.h>

#include "counters/counters.h"
#include "counters/library.h"

namespace tutti::counters {
namespace {

using NvmlDevice = struct nvmlDevice_st*;
struct NvmlUtilisation {
  unsigned gpu, memory;  // percent of the time
};
struct NvmlMemory {
  unsigned long long total, free, used;  // bytes
};
constexpr unsigned kGpuSensor = 0;
constexpr int kSuccess = 0;

/// What is used of the library; each function returns kSuccess where it succeeds.
struct Nvml {
  explicit Nvml(const Library& library)
      : init(library.find<int()>("nvmlInit_v2")),
        count(library.find<int(unsigned*)>("nvmlDeviceGetCount_v2")),
        device(library.find<int(unsigned, NvmlDevice*)>("nvmlDeviceGetHandleByIndex_v2")),
        name(library.find<int(NvmlDevice, char*, unsigned)>("nvmlDeviceGetName")),
        utilisation(
            library.find<int(NvmlDevice, NvmlUtilisation*)>("nvmlDeviceGetUtilizationRates")),
        memory(library.find<int(NvmlDevice, NvmlMemory*)>("nvmlDeviceGetMemoryInfo")),
        temperature(library.find<int(NvmlDevice, unsigned, unsigned*)>("nvmlDeviceGetTemperature")),
        power(library.find<int(NvmlDevice, unsigned*)>("nvmlDeviceGetPowerUsage")) {}

  bool is_whole() const {
    return init && count && device && name && utilisation && memory && temperature && power;
  }

  int (*init)();
  int (*count)(unsigned*);
  int (*device)(unsigned, NvmlDevice*);
  int (*name)(NvmlDevice, char*, unsigned);
  int (*utilisation)(NvmlDevice, NvmlUtilisation*);
  int (*memory)(NvmlDevice, NvmlMemory*);
  int (*temperature)(NvmlDevice, unsigned, unsigned*);
  int (*power)(NvmlDevice, unsigned* milliwatts);
};

class NvidiaDevices : public Source {
 public:
  NvidiaDevices(const Nvml& nvml, unsigned count) : nvml_(nvml), count_(count) {}

  void read(std::vector<Reading>& readings) override {
    for (unsigned i = 0; i < count_; i++) {
      NvmlDevice device = nullptr;
      if (nvml_.device(i, &device) != kSuccess) continue;
      Reading& reading = readings.emplace_back();
      reading.device = fmt::format("nvidia_{}", i);
      char name[96] = {};
      if (nvml_.name(device, name, sizeof name) == kSuccess) reading.description = name;
      NvmlUtilisation rates{};
      if (nvml_.utilisation(device, &rates) == kSuccess) reading.utilisation = rates.gpu;
      NvmlMemory memory{};
      if (nvml_.memory(device, &memory) == kSuccess) {
        reading.memory = static_cast<double>(memory.used);
        reading.memory_total = static_cast<double>(memory.total);
      }
      unsigned value = 0;
      if (nvml_.temperature(device, kGpuSensor, &value) == kSuccess) reading.temperature = value;
      if (nvml_.power(device, &value) == kSuccess) reading.power = value / 1e3;
    }
  }

 private:
  const Nvml nvml_;
  const unsigned count_;
};

}  // namespace

std::unique_ptr<Source> open_nvml(const Places& places) {
  const Nvml nvml{Library(places.nvml)};
  unsigned count = 0;
  if (!nvml.is_whole() || nvml.init() != kSuccess || nvml.count(&count) != kSuccess || count == 0)
    return nullptr;
  return std::make_unique<NvidiaDevices>(nvml, count);
}

}  // namespace tutti::counters
