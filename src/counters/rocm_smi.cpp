// SPDX-License-Identifier: Apache-2.0
// AMD's devices, by ROCm SMI: https://rocm.docs.amd.com/projects/rocm_smi_lib/.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "counters/counters.h"
#include "counters/library.h"

namespace tutti::counters {
namespace {

constexpr int kDone = 0;          // RSMI_STATUS_SUCCESS
constexpr int kDeviceMemory = 0;  // RSMI_MEM_TYPE_VRAM
constexpr int kCurrent = 0;       // RSMI_TEMP_CURRENT
constexpr uint32_t kSensors = 3;  // edge, junction, memory

/// What is used of the library; each function returns kDone where it succeeds.
struct RocmSmi {
  explicit RocmSmi(const Library& library)
      : init(library.find<int(uint64_t)>("rsmi_init")),
        count(library.find<int(uint32_t*)>("rsmi_num_monitor_devices")),
        name(library.find<int(uint32_t, char*, size_t)>("rsmi_dev_name_get")),
        busy(library.find<int(uint32_t, uint32_t*)>("rsmi_dev_busy_percent_get")),
        used(library.find<int(uint32_t, int, uint64_t*)>("rsmi_dev_memory_usage_get")),
        total(library.find<int(uint32_t, int, uint64_t*)>("rsmi_dev_memory_total_get")),
        temperature(
            library.find<int(uint32_t, uint32_t, int, int64_t*)>("rsmi_dev_temp_metric_get")),
        average_power(library.find<int(uint32_t, uint32_t, uint64_t*)>("rsmi_dev_power_ave_get")),
        power(library.find<int(uint32_t, uint64_t*, int*)>("rsmi_dev_power_get")) {}

  bool is_whole() const {
    return init && count && name && busy && used && total && temperature && average_power;
  }

  int (*init)(uint64_t flags);
  int (*count)(uint32_t*);
  int (*name)(uint32_t, char*, size_t);
  int (*busy)(uint32_t, uint32_t* percent);
  int (*used)(uint32_t, int kind, uint64_t* bytes);
  int (*total)(uint32_t, int kind, uint64_t* bytes);
  int (*temperature)(uint32_t, uint32_t sensor, int metric, int64_t* millidegrees);
  int (*average_power)(uint32_t, uint32_t sensor, uint64_t* microwatts);
  int (*power)(uint32_t, uint64_t* microwatts, int* kind);  // null before ROCm 6
};

class AmdDevices : public Source {
 public:
  AmdDevices(const RocmSmi& smi, uint32_t count) : smi_(smi), count_(count) {}

  void read(std::vector<Reading>& readings) override {
    for (uint32_t i = 0; i < count_; i++) {
      Reading& reading = readings.emplace_back();
      reading.device = fmt::format("amd_{}", i);
      char name[128] = {};
      if (smi_.name(i, name, sizeof name) == kDone) reading.description = name;
      uint32_t percent = 0;
      if (smi_.busy(i, &percent) == kDone) reading.utilisation = percent;
      uint64_t value = 0;
      if (smi_.used(i, kDeviceMemory, &value) == kDone) reading.memory = static_cast<double>(value);
      if (smi_.total(i, kDeviceMemory, &value) == kDone)
        reading.memory_total = static_cast<double>(value);
      for (uint32_t sensor = 0; sensor < kSensors; sensor++) {
        int64_t degrees = 0;
        if (smi_.temperature(i, sensor, kCurrent, &degrees) == kDone)
          reading.temperature =
              std::max(reading.temperature.value_or(-273), static_cast<double>(degrees) / 1e3);
      }
      int kind = 0;
      // Newer devices do not average.
      if ((smi_.power && smi_.power(i, &value, &kind) == kDone) ||
          smi_.average_power(i, 0, &value) == kDone)
        reading.power = static_cast<double>(value) / 1e6;
    }
  }

 private:
  const RocmSmi smi_;
  const uint32_t count_;
};

}  // namespace

std::unique_ptr<Source> open_rocm_smi(const Places& places) {
  // Without AMD's driver the library complains on standard error.
  if (!std::filesystem::exists(places.root + "/sys/class/kfd")) return nullptr;
  const RocmSmi smi{Library(places.rocm_smi)};
  uint32_t count = 0;
  if (!smi.is_whole() || smi.init(0) != kDone || smi.count(&count) != kDone || count == 0)
    return nullptr;
  return std::make_unique<AmdDevices>(smi, count);
}

}  // namespace tutti::counters
