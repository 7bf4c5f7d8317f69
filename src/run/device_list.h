// SPDX-License-Identifier: Apache-2.0
// Devices for which a training can be estimated without having them: their makers' figures, their
// prices, and a roofline model.
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
  double hour = 0;  // per device, in `currency`
  std::optional<double> spot_hour;
  std::string currency, instance, date, source;
};

/// Describes an absent device to a plugin's compiler.
struct DeviceTarget {
  std::string plugin;            // "tpu", "cuda": of backend::pjrt::device_kinds()
  std::string name;              // `--target tpu:NAME`: "v5e"
  std::string accelerator_type;  // the cloud's name before the number: "v5litepod"; empty: none
  int64_t counted = 1;           // in that number, per device: 2 if it counts cores
  /// Topologies of 1, 2, 4, ... devices that the compiler knows: "2x4". Empty: `config` alone
  /// describes the device.
  std::vector<std::string> topologies;
  std::vector<std::pair<std::string, std::string>> options;  // for creating the topology
  std::string config;                                        // a GpuTargetConfigProto in text
                                                             // format
};

struct DeviceSpec {
  std::string name, source, date;
  int64_t memory_bytes = 0;
  double memory_rate = 0;                  // bytes/s
  double link_rate = 0;                    // bytes/s to another device of the same machine; 0: none
  std::map<std::string, double> products;  // FLOP/s by precision: "f32", "bf16"
  double product_efficiency = 0.5;         // the share of them that programs reach
  double memory_efficiency = 0.7;
  double launch_seconds = 5e-6;  // minimum time of an op
  int64_t devices = 1;           // rented together; all figures are per device
  std::optional<DevicePrice> price;
  std::optional<DeviceTarget> target;  // nullopt: its compiler needs the device
};

/// Parses a list of devices in the format of devices.json. Throws UserErrors that name the place
/// and the key.
std::vector<DeviceSpec> parse_devices(const nlohmann::json& list, const std::string& where);
/// The built-in devices, and those of a file, if any, which replace built-in ones of the same name.
std::vector<DeviceSpec> known_devices(const Path& file = {});

/// Seconds of a program by its ops: for each op, the longest of the times for its products, its
/// bytes and its launch. `kinds` may cover many runs. nullopt if the device's rate in that
/// precision is unknown.
std::optional<double> roofline_seconds(const std::vector<backend::Profile::Kind>& kinds,
                                       const DeviceSpec& device, const std::string& precision);

/// Seconds for `devices` devices to add up `bytes` held by each, over links in a ring; 0 if the
/// rate of the links is unknown.
double exchange_seconds(double bytes, const DeviceSpec& device, int64_t devices);

}  // namespace tutti::run
