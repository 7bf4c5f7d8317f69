// SPDX-License-Identifier: Apache-2.0
// Devices that a training can be estimated for without having them: what their makers say they can
// do, what they cost, and a roofline from both.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "backend/profile.h"
#include "base/files.h"

namespace tutti::run {

struct DevicePrice {
  double hour = 0;  // of one device, in `currency`
  std::optional<double> spot_hour;
  std::string currency, instance, date, source;
};

/// How a device that is not there is described to a plugin's compiler.
struct DeviceTarget {
  std::string plugin;            // "tpu", "cuda": of backend::pjrt::device_kinds()
  std::string name;              // `--target tpu:NAME`: "v5e"
  std::string accelerator_type;  // the cloud's word before the number: "v5litepod"; empty: none
  int64_t counted = 1;           // by that number, for each device: 2 where it counts cores
  /// Arrangements of 1, 2, 4, ... devices that the compiler knows: "2x4". Empty:
  /// `config` alone describes the device.
  std::vector<std::string> topologies;
  std::vector<std::pair<std::string, std::string>> options;  // that the topology is made with
  std::string config;                                        // a text-form GpuTargetConfigProto
};

struct DeviceSpec {
  std::string name, source, date;
  int64_t memory_bytes = 0;
  double memory_rate = 0;                  // bytes/s
  double link_rate = 0;                    // bytes/s to another device of the same machine; 0: none
  std::map<std::string, double> products;  // FLOP/s by precision: "f32", "bf16"
  double product_efficiency = 0.5;         // the share of those that programs reach
  double memory_efficiency = 0.7;
  double launch_seconds = 5e-6;  // no op of a program takes less
  int64_t devices = 1;           // that are rented together; all figures are of one of them
  std::optional<DevicePrice> price;
  std::optional<DeviceTarget> target;  // nothing: its compiler needs the device
};

/// A list of devices as devices.json has them; UserErrors name the place and the key.
std::vector<DeviceSpec> parse_devices(const nlohmann::json& list, const std::string& where);
/// The devices that Tutti knows, and those of a file, if any, which replace others of the same
/// name.
std::vector<DeviceSpec> known_devices(const Path& file = {});

/// Seconds of a program by its ops: of each the longest of the times that its products, its bytes
/// and its launch take. `kinds` may be of many runs. Nothing where the device's rate in that
/// precision is unknown.
std::optional<double> roofline_seconds(const std::vector<backend::Profile::Kind>& kinds,
                                       const DeviceSpec& device, const std::string& precision);

/// Seconds in which so many devices add up `bytes` that each of them has, by links between them in
/// a ring; 0 where the rate of the links is unknown.
double exchange_seconds(double bytes, const DeviceSpec& device, int64_t devices);

}  // namespace tutti::run
