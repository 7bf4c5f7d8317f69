// SPDX-License-Identifier: Apache-2.0
#include "run/targets.h"

#include <charconv>

#include "base/text.h"
#include "run/backends.h"

namespace tutti::run {
namespace {

/// A whole number above 0; 0 for any other text.
int64_t count_of(std::string_view text) {
  int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc() && end == text.data() + text.size() && count > 0 ? count : 0;
}

/// The number of devices of "2x4"; 0 for any other text.
int64_t devices_of(std::string_view topology) {
  int64_t devices = 1;
  while (!topology.empty()) {
    const size_t cross = topology.find('x');
    devices *= count_of(topology.substr(0, cross));
    if (devices > 1 << 20) return 0;
    topology.remove_prefix(cross == std::string_view::npos ? topology.size() : cross + 1);
  }
  return devices;
}

/// The parts of a target's name.
struct Wanted {
  const DeviceSpec* device = nullptr;
  std::string_view topology;  // empty: chosen by the number of devices
  int64_t devices = 0;
};

/// "v5litepod-8".
Wanted wanted_by_type(std::string_view name, const std::vector<DeviceSpec>& list) {
  const size_t dash = name.rfind('-');
  if (dash == std::string_view::npos) return {};
  const int64_t count = count_of(name.substr(dash + 1));
  for (const DeviceSpec& device : list)
    if (count > 0 && device.target && device.target->accelerator_type == name.substr(0, dash))
      return {&device, {}, std::max<int64_t>(1, count / device.target->counted)};
  return {};
}

/// "tpu:v5e:2x4".
Wanted wanted_by_name(std::string_view name, const std::vector<DeviceSpec>& list) {
  const size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view plugin = name.substr(0, colon);
  std::string_view rest = name.substr(colon + 1);
  const size_t second = rest.find(':');
  const std::string_view topology = second == std::string_view::npos ? "" : rest.substr(second + 1);
  rest = rest.substr(0, second);
  for (const DeviceSpec& device : list)
    if (device.target && device.target->plugin == plugin && device.target->name == rest)
      return {&device, topology, devices_of(topology)};
  return {};
}

std::string target_names(const std::vector<DeviceSpec>& list) {
  std::string names;
  for (const DeviceSpec& device : list)
    if (device.target)
      names += fmt::format("{}{}:{}", names.empty() ? "" : ", ", device.target->plugin,
                           device.target->name);
  return names;
}

}  // namespace

ChosenTarget find_target(std::string_view name, int64_t devices,
                         const std::vector<DeviceSpec>& list) {
  Wanted wanted = wanted_by_name(name, list);
  if (!wanted.device) wanted = wanted_by_type(name, list);
  if (!wanted.device)
    user_error(
        "--target {}: found no such device, expected one of {}, with a topology as in tpu:v5e:2x4, "
        "or a cloud's name such as v5litepod-8; --device_list FILE adds others",
        escaped(name), target_names(list));
  const DeviceTarget& told = *wanted.device->target;
  if (wanted.topology.empty() && wanted.devices == 0) wanted.devices = devices;
  std::string topology(wanted.topology);
  if (topology.empty())
    for (const std::string& known : told.topologies)
      if (devices_of(known) >= wanted.devices) {
        topology = known;
        break;
      }
  if (!told.topologies.empty() && devices_of(topology) == 0)
    user_error("--target {}: found \"{}\", expected a topology of devices, such as {}",
               escaped(name), escaped(topology), fmt::join(told.topologies, ", "));
  const int64_t there = told.topologies.empty() ? wanted.devices : devices_of(topology);
  if (there < devices)
    user_error("--target {}: found {} devices, expected at least the {} of --devices",
               escaped(name), there, devices);
  ChosenTarget chosen{{}, *wanted.device};
  backend::Target& target = chosen.target;
  target.name = name;
  target.kind = told.plugin;
  target.devices = there;
  target.memory_bytes = wanted.device->memory_bytes;
  if (!told.topologies.empty()) target.topology.name = fmt::format("{}:{}", told.name, topology);
  target.topology.options = told.options;
  if (!told.config.empty()) {
    target.topology.options.emplace_back("target_config", told.config);
    target.topology.options.emplace_back("topology", fmt::format("1x1x{}", there));
  }
  return chosen;
}

std::unique_ptr<backend::TargetBackend> open_target(const ChosenTarget& target,
                                                    const Context& context) {
  return backend::make_target_backend(target.target, backend_options(context).plugins);
}

}  // namespace tutti::run
