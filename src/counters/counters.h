// SPDX-License-Identifier: Apache-2.0
// The hardware's own counters while it works: utilization, memory, temperature and power of the
// processor, of this process's cgroup, and of NVIDIA's and AMD's devices. The vendors' libraries
// are opened when the first reading is made. What a machine does not tell is left out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::counters {

/// What one device says at one time.
struct Reading {
  std::string device;       // "cpu", "group", "nvidia_0", "amd_0"
  std::string description;  // as the vendor calls it; empty if it has no name
  std::optional<double> utilisation = std::nullopt;   // percent since the last reading
  std::optional<double> memory = std::nullopt;        // bytes in use
  std::optional<double> memory_total = std::nullopt;  // bytes
  std::optional<double> temperature = std::nullopt;   // degrees Celsius, of the hottest sensor
  std::optional<double> power = std::nullopt;         // watts
};

/// The values that a reading has, by name: utilisation_percent, memory_bytes, memory_total_bytes,
/// temperature_celsius, power_watts.
std::vector<std::pair<std::string, double>> values_of(const Reading& reading);

/// Something that can be read; each kind is a file of this folder.
class Source {
 public:
  virtual ~Source() = default;
  virtual void read(std::vector<Reading>& readings) = 0;
};

/// Where counters are looked for. Tests have places of their own.
struct Places {
  std::string root = "";  // of /proc and /sys
  std::vector<std::string> nvml = {"libnvidia-ml.so.1"};
  std::vector<std::string> rocm_smi = {"librocm_smi64.so.7", "librocm_smi64.so.6",
                                       "librocm_smi64.so.5", "librocm_smi64.so.1",
                                       "librocm_smi64.so"};
};

/// Null if the library is not there or finds no device.
std::unique_ptr<Source> open_nvml(const Places& places);
std::unique_ptr<Source> open_rocm_smi(const Places& places);
/// The processor (/proc/stat, hwmon, RAPL) and the cgroup.
std::unique_ptr<Source> open_machine(const Places& places);

/// All of a machine's counters. Not for concurrent threads.
class Counters {
 public:
  explicit Counters(Places places = {}) : places_(std::move(places)) {}

  std::vector<Reading> read();

 private:
  const Places places_;
  bool is_open_ = false;
  std::vector<std::unique_ptr<Source>> sources_;
};

}  // namespace tutti::counters
