// SPDX-License-Identifier: Apache-2.0
// Commands that try a plugin, and compile with it, in a separate process.
#pragma once

#include "base/error.h"

namespace tutti::app {

/// "23.4 GiB", or "unknown".
std::string memory_text(int64_t bytes);

/// `tutti probe-plugin`: tries a plugin for another process of Tutti.
ExitCode run_probe_plugin(const std::string& library, const std::string& options);

/// `tutti compile-for-topology`: likewise compiles for a device that is absent.
ExitCode run_compile_for_topology(const std::string& library, const std::string& topology,
                                  const std::string& folder);

}  // namespace tutti::app
