// SPDX-License-Identifier: Apache-2.0
#include "counters/topology.h"

#include <gnu/libc-version.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/version.h"
#include "counters/files.h"

namespace tutti::counters {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kBridge = "0x06";  // the class of PCI bridges

/// The whole numbers that the names of entries have after their beginning: cpu0, cpu1, ...
std::vector<std::pair<int, Path>> numbered(const Path& folder, const std::string& beginning) {
  std::vector<std::pair<int, Path>> found;
  for (const Path& entry : entries(folder, beginning)) {
    const std::string digits = entry.filename().string().substr(beginning.size());
    if (digits.empty() || digits.size() > 6 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      continue;
    found.emplace_back(std::stoi(digits), entry);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void add_processors(const Path& sys, Json& result) {
  std::set<std::string> sockets, cores;
  const auto cpus = numbered(sys / "devices/system/cpu", "cpu");
  for (const auto& [number, folder] : cpus) {
    const std::string socket = first_line(folder / "topology/physical_package_id");
    if (socket.empty()) continue;  // it is offline
    sockets.insert(socket);
    cores.insert(socket + ":" + first_line(folder / "topology/core_id"));
  }
  result["sockets"] = sockets.size();
  result["cores"] = cores.size();
  result["cpus"] = cpus.size();
}

/// "Node 0 MemTotal:   24576000 kB"
double memory_of_node(const Path& folder) {
  std::ifstream file(folder / "meminfo");
  std::string node, number, name;
  for (double kilobytes = 0; file >> node >> number >> name >> kilobytes;) {
    if (name == "MemTotal:") return kilobytes * 1024;
    std::getline(file, node);
  }
  return 0;
}

Json numa_nodes(const Path& sys) {
  Json nodes = Json::array();
  for (const auto& [number, folder] : numbered(sys / "devices/system/node", "node"))
    nodes.push_back({{"node", number},
                     {"cpus", first_line(folder / "cpulist")},
                     {"memory_bytes", static_cast<int64_t>(memory_of_node(folder))}});
  return nodes;
}

Json pci_devices(const Path& sys) {
  Json devices = Json::array();
  for (const Path& folder : entries(sys / "bus/pci/devices", "")) {
    const std::string kind = first_line(folder / "class");
    if (kind.empty() || kind.starts_with(kBridge)) continue;
    Json device = {{"address", folder.filename().string()},
                   {"class", kind},
                   {"vendor", first_line(folder / "vendor")},
                   {"device", first_line(folder / "device")}};
    // -1: the system does not know.
    if (const auto node = number_in(folder / "numa_node"); node && *node >= 0)
      device["numa_node"] = static_cast<int>(*node);
    if (const std::string speed = first_line(folder / "current_link_speed"); !speed.empty())
      device["link_speed"] = speed;
    if (const auto width = number_in(folder / "current_link_width"); width && *width > 0)
      device["link_width"] = static_cast<int>(*width);
    std::error_code failure;
    const Path driver = std::filesystem::read_symlink(folder / "driver", failure);
    if (!failure) device["driver"] = driver.filename().string();
    devices.push_back(std::move(device));
  }
  return devices;
}

/// PRETTY_NAME of os-release(5).
std::string system_name(const Path& file) {
  std::ifstream in(file);
  constexpr std::string_view kName = "PRETTY_NAME=";
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(kName)) continue;
    line.erase(0, kName.size());
    if (line.size() >= 2 && line.front() == '"') line = line.substr(1, line.size() - 2);
    return line;
  }
  return "";
}

}  // namespace

nlohmann::ordered_json topology(const std::string& root) {
  const Path sys = root + "/sys";
  Json result = Json::object();
  add_processors(sys, result);
  result["numa_nodes"] = numa_nodes(sys);
  result["pci_devices"] = pci_devices(sys);
  return result;
}

nlohmann::ordered_json versions(const std::string& root) {
  Json drivers = Json::object();
  for (const char* name : {"nvidia", "amdgpu"})
    if (const std::string version = first_line(root + "/sys/module/" + name + "/version");
        !version.empty())
      drivers[name] = version;
  return {{"tutti", kVersion},
          {"system", system_name(root + "/etc/os-release")},
          {"kernel", first_line(root + "/proc/sys/kernel/osrelease")},
          {"c_library", std::string("glibc ") + ::gnu_get_libc_version()},
          {"drivers", drivers}};
}

}  // namespace tutti::counters
