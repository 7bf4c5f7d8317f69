// SPDX-License-Identifier: Apache-2.0
// How a machine is built, and the versions of what runs it, as doctor and run.json tell them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::counters {

/// {"sockets": 2, "cores": 64, "cpus": 128,
///  "numa_nodes": [{"node": 0, "cpus": "0-63", "memory_bytes": ...}],
///  "pci_devices": [{"address": "0000:17:00.0", "class": "0x030200", "vendor": "0x10de",
///                   "device": "0x2330", "numa_node": 0, "link_speed": "32.0 GT/s PCIe",
///                   "link_width": 16, "driver": "nvidia"}]}
/// without bridges, and of a device without what the system does not tell. Tests give a `root`
/// under which /sys is read.
nlohmann::ordered_json topology(const std::string& root = "");

/// {"tutti": ..., "system": ..., "kernel": ..., "c_library": ..., "drivers": {"nvidia": ...}}, from
/// below the same root.
nlohmann::ordered_json versions(const std::string& root = "");

}  // namespace tutti::counters
