// SPDX-License-Identifier: Apache-2.0
// The processor and this process's cgroup, by files of the kernel: proc(5), and hwmon and powercap
// of https://docs.kernel.org.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <numeric>
#include <utility>

#include "base/memory_limit.h"
#include "counters/counters.h"
#include "counters/files.h"

namespace tutti::counters {
namespace {

/// The drivers of sensors in processors.
constexpr std::string_view kProcessorSensors[] = {"coretemp", "k10temp", "zenpower", "cpu_thermal"};

/// The hottest sensor of the processors, in degrees Celsius.
std::optional<double> temperature(const Path& sys) {
  std::optional<double> hottest;
  for (const Path& folder : entries(sys / "class/hwmon", "hwmon")) {
    const std::string driver = first_line(folder / "name");
    if (std::find(std::begin(kProcessorSensors), std::end(kProcessorSensors), driver) ==
        std::end(kProcessorSensors))
      continue;
    for (const Path& file : entries(folder, "temp"))
      if (file.filename().string().ends_with("_input"))
        if (const auto millidegrees = number_in(file))
          hottest = std::max(hottest.value_or(-273), *millidegrees / 1e3);
  }
  return hottest;
}

/// Counts the energy of all sockets, by RAPL's counters, which begin at 0 again after their range.
class Energy {
 public:
  explicit Energy(const Path& sys) {
    // intel-rapl:0 is a socket, intel-rapl:0:1 a part of it. AMD's have the same name.
    for (const Path& folder : entries(sys / "class/powercap", "intel-rapl:")) {
      const std::string name = folder.filename().string();
      if (std::count(name.begin(), name.end(), ':') == 1) sockets_.push_back({folder, {}});
    }
  }

  /// Joules since the last call; nothing at the first one, and where the counters may not be read.
  std::optional<double> used() {
    std::optional<double> joules;
    for (auto& [folder, before] : sockets_) {
      const auto now = number_in(folder / "energy_uj");
      if (now && before) {
        double microjoules = *now - *before;
        if (microjoules < 0) microjoules += number_in(folder / "max_energy_range_uj").value_or(0);
        joules = joules.value_or(0) + microjoules / 1e6;
      }
      before = now;
    }
    return joules;
  }

 private:
  std::vector<std::pair<Path, std::optional<double>>> sockets_;
};

class Machine : public Source {
 public:
  explicit Machine(const std::string& root)
      : root_(root), proc_(root + "/proc"), sys_(root + "/sys"), energy_(sys_) {}

  void read(std::vector<Reading>& readings) override {
    Reading processor{"cpu", ""};
    processor.utilisation = utilisation();
    processor.temperature = temperature(sys_);
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> passed = now - since_;
    since_ = now;
    if (const auto joules = energy_.used(); joules && passed.count() > 0)
      processor.power = *joules / passed.count();
    if (!values_of(processor).empty()) readings.push_back(processor);
    if (const auto bytes = memory_of_group(root_))
      readings.push_back(
          {"group", "control group of this process", std::nullopt, static_cast<double>(*bytes)});
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Percent of the processors' time since the last reading that was not idle.
  std::optional<double> utilisation() {
    std::ifstream file(proc_ / "stat");
    std::string name;
    // user, nice, system, idle, iowait, irq, softirq, steal
    std::vector<double> times(8);
    if (!(file >> name) || name != "cpu") return std::nullopt;
    for (double& time : times)
      if (!(file >> time)) return std::nullopt;
    const double all = std::accumulate(times.begin(), times.end(), 0.0);
    const double idle = times[3] + times[4];
    const auto before = std::exchange(times_, std::pair(all, idle));
    if (!before || all <= before->first) return std::nullopt;
    const double idle_share = (idle - before->second) / (all - before->first);
    return std::clamp(100 * (1 - idle_share), 0.0, 100.0);
  }

  const std::string root_;
  const Path proc_, sys_;
  Energy energy_;
  Clock::time_point since_ = Clock::now();
  std::optional<std::pair<double, double>> times_;  // all and idle, at the last reading
};

}  // namespace

std::unique_ptr<Source> open_machine(const Places& places) {
  return std::make_unique<Machine>(places.root);
}

}  // namespace tutti::counters
