// SPDX-License-Identifier: Apache-2.0
// The devices of a machine by what its kernel lists, and which of them a backend leaves unused. No
// plugin is opened for it, which would take seconds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backend/pjrt/discovery.h"

namespace tutti::backend::pjrt {

/// Devices of a kind.
struct SeenDevices {
  const DeviceKind* kind = nullptr;
  int64_t count = 0;

  /// "2 NVIDIA GPUs"
  std::string text() const;
};

/// Those on the PCI bus, or with a device file. Tests give a `root` under which /sys and /dev are.
std::vector<SeenDevices> seen_devices(const Path& root = "/");

/// The plugin for devices of a kind; null if there is none.
const Candidate* plugin_for(const DeviceKind& kind, const std::vector<Candidate>& plugins);

/// "there is no plugin for it: pip install ..."
std::string missing_plugin(const DeviceKind& kind);

/// What is there and not used by `backend`, a name that `--backend` takes, of whose devices `used`
/// are; and how to use it. A line for each kind of device, and for each plugin whose devices are
/// not seen.
std::vector<std::string> unused_devices(std::string_view backend, int64_t used,
                                        const std::vector<SeenDevices>& seen,
                                        const std::vector<Candidate>& plugins);

}  // namespace tutti::backend::pjrt
