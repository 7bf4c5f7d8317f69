// SPDX-License-Identifier: Apache-2.0
#include "counters/counters.h"

namespace tutti::counters {

std::vector<std::pair<std::string, double>> values_of(const Reading& reading) {
  const std::pair<const char*, std::optional<double>> all[] = {
      {"utilisation_percent", reading.utilisation},
      {"memory_bytes", reading.memory},
      {"memory_total_bytes", reading.memory_total},
      {"temperature_celsius", reading.temperature},
      {"power_watts", reading.power}};
  std::vector<std::pair<std::string, double>> values;
  for (const auto& [name, value] : all)
    if (value) values.emplace_back(name, *value);
  return values;
}

std::vector<Reading> Counters::read() {
  if (!is_open_)
    for (const auto& open : {open_machine, open_nvml, open_rocm_smi})
      if (auto source = open(places_)) sources_.push_back(std::move(source));
  is_open_ = true;
  std::vector<Reading> readings;
  for (const auto& source : sources_) source->read(readings);
  return readings;
}

}  // namespace tutti::counters
