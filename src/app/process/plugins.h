// SPDX-License-Identifier: Apache-2.0
// The commands by which a process of its own tries a plugin and compiles with it.
#pragma once

#include "base/error.h"

namespace tutti::app {

/// "23.4 GiB", or "unknown".
std::string memory_text(int64_t bytes);

/// `tutti probe-plugin`: tries a plugin for another process of ours.
ExitCode run_probe_plugin(const std::string& library, const std::string& options);

/// `tutti compile-for-topology`: compiles for a device that is not there, likewise.
ExitCode run_compile_for_topology(const std::string& library, const std::string& topology,
                                  const std::string& folder);

}  // namespace tutti::app
