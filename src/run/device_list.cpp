// SPDX-License-Identifier: Apache-2.0
#include "run/device_list.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "run/devices.h"

namespace tutti::run {
namespace {

/// A member that must be a number above 0.
double rate_of(const nlohmann::json& object, std::string_view key, const std::string& where) {
  const double value = format::json_double(object, key, where);
  if (!(value > 0)) user_error("{}: {} is {}, expected more than 0", where, key, value);
  return value;
}

/// An efficiency: above 0, at most 1.
double share_of(const nlohmann::json& object, std::string_view key, const std::string& where,
                double standard) {
  const double value = format::json_double(object, key, where, standard);
  if (!(value > 0) || value > 1)
    user_error("{}: {} is {}, expected a share above 0 and at most 1", where, key, value);
  return value;
}

DevicePrice price_of(const nlohmann::json& price, const std::string& where) {
  format::expect_json_members(
      price, {"hour", "spot_hour", "currency", "instance", "date", "source"}, where);
  DevicePrice read;
  read.hour = rate_of(price, "hour", where);
  if (price.contains("spot_hour") && !price["spot_hour"].is_null())
    read.spot_hour = rate_of(price, "spot_hour", where);
  read.currency = format::json_string(price, "currency", where);
  read.instance = format::json_string(price, "instance", where, "");
  // A price without its date is useless.
  read.date = format::json_string(price, "date", where);
  read.source = format::json_string(price, "source", where);
  return read;
}

/// A message in protobuf's text form, from the members of an object.
std::string proto_text(const nlohmann::json& object) {
  std::string text;
  for (const auto& [key, value] : object.items())
    text += value.is_object() ? fmt::format("{} {{ {}}} ", key, proto_text(value))
                              : fmt::format("{}: {} ", key, value.dump());
  return text;
}

DeviceTarget target_of(const nlohmann::json& target, const std::string& where) {
  format::expect_json_members(
      target, {"plugin", "name", "accelerator_type", "counted", "topologies", "options", "config"},
      where);
  DeviceTarget read;
  read.plugin = format::json_string(target, "plugin", where);
  read.name = format::json_string(target, "name", where);
  read.accelerator_type = format::json_string(target, "accelerator_type", where, "");
  read.counted = format::json_int(target, "counted", where, read.counted);
  if (target.contains("topologies"))
    for (const nlohmann::json& topology : target["topologies"]) {
      if (!topology.is_string())
        user_error("{}: topologies: found {}, expected a list of texts like \"2x4\"", where,
                   format::json_found(topology));
      read.topologies.push_back(topology.get<std::string>());
    }
  if (read.counted < 1) user_error("{}: counted is {}, expected at least 1", where, read.counted);
  if (target.contains("options"))
    for (const auto& [name, option] : target["options"].items()) {
      if (!target["options"].is_object() || !option.is_string())
        user_error("{}: options: found {}, expected an object of texts", where,
                   format::json_found(option));
      read.options.emplace_back(name, option.get<std::string>());
    }
  if (target.contains("config")) {
    if (!target["config"].is_object())
      user_error("{}: config: found {}, expected an object", where,
                 format::json_found(target["config"]));
    read.config = proto_text(target["config"]);
  }
  return read;
}

DeviceSpec device_of(const nlohmann::json& device, const std::string& list, size_t number) {
  std::string where = fmt::format("{}: device {}", list, number);
  format::expect_json_members(device,
                              {"name", "source", "date", "memory_bytes", "memory_bytes_per_second",
                               "link_bytes_per_second", "flops_per_second", "product_efficiency",
                               "memory_efficiency", "launch_seconds", "devices", "price", "target"},
                              where);
  DeviceSpec read;
  read.name = format::json_string(device, "name", where);
  where = fmt::format("{}: {}", list, escaped(read.name));
  read.source = format::json_string(device, "source", where);
  read.date = format::json_string(device, "date", where);
  read.memory_bytes = format::json_int(device, "memory_bytes", where);
  if (read.memory_bytes <= 0)
    user_error("{}: memory_bytes is {}, expected more than 0", where, read.memory_bytes);
  read.memory_rate = rate_of(device, "memory_bytes_per_second", where);
  if (device.contains("link_bytes_per_second"))
    read.link_rate = rate_of(device, "link_bytes_per_second", where);
  if (!device.contains("flops_per_second") || !device["flops_per_second"].is_object())
    user_error("{}: flops_per_second is missing; expected {{\"f32\": ..., \"bf16\": ...}}", where);
  for (const auto& [precision, rate] : device["flops_per_second"].items())
    read.products[precision] = rate_of(device["flops_per_second"], precision, where);
  read.product_efficiency = share_of(device, "product_efficiency", where, read.product_efficiency);
  read.memory_efficiency = share_of(device, "memory_efficiency", where, read.memory_efficiency);
  if (device.contains("launch_seconds"))
    read.launch_seconds = rate_of(device, "launch_seconds", where);
  read.devices = format::json_int(device, "devices", where, read.devices);
  if (read.devices < 1) user_error("{}: devices is {}, expected at least 1", where, read.devices);
  if (device.contains("price") && !device["price"].is_null())
    read.price = price_of(device["price"], where + ": price");
  if (device.contains("target") && !device["target"].is_null())
    read.target = target_of(device["target"], where + ": target");
  return read;
}

}  // namespace

std::vector<DeviceSpec> parse_devices(const nlohmann::json& list, const std::string& where) {
  if (!list.is_array())
    user_error("{}: found {}, expected a list of devices", where, format::json_found(list));
  std::vector<DeviceSpec> devices;
  for (const nlohmann::json& device : list)
    devices.push_back(device_of(device, where, devices.size() + 1));
  return devices;
}

std::vector<DeviceSpec> known_devices(const Path& file) {
  std::vector<DeviceSpec> devices =
      parse_devices(format::parse_json(kDevicesJson, "devices.json"), "devices.json");
  if (file.empty()) return devices;
  for (DeviceSpec& device :
       parse_devices(format::read_json(file, size_t{1} << 24), escaped(file.string(), 1000))) {
    const auto known = std::find_if(devices.begin(), devices.end(), [&](const DeviceSpec& other) {
      return other.name == device.name;
    });
    if (known == devices.end())
      devices.push_back(std::move(device));
    else
      *known = std::move(device);
  }
  return devices;
}

std::optional<double> roofline_seconds(const std::vector<backend::Profile::Kind>& kinds,
                                       const DeviceSpec& device, const std::string& precision) {
  const auto peak = device.products.find(precision);
  if (peak == device.products.end()) return std::nullopt;
  double seconds = 0;
  for (const backend::Profile::Kind& kind : kinds)
    seconds += std::max({kind.flops / (peak->second * device.product_efficiency),
                         kind.bytes / (device.memory_rate * device.memory_efficiency),
                         static_cast<double>(kind.runs) * device.launch_seconds});
  return seconds;
}

double exchange_seconds(double bytes, const DeviceSpec& device, int64_t devices) {
  if (devices < 2 || device.link_rate == 0) return 0;
  const auto count = static_cast<double>(devices);
  return 2 * (count - 1) / count * bytes / device.link_rate;
}

}  // namespace tutti::run
