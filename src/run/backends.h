// SPDX-License-Identifier: Apache-2.0
// Opens backends by name, including this machine's plugins.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/registry.h"
#include "base/files.h"
#include "run/context.h"

namespace tutti::run {

/// First words of internal commands, used only by the library and not in the help: `tutti
/// probe-plugin LIBRARY OPTIONS` tries a plugin, and `tutti compile-for-topology LIBRARY TOPOLOGY
/// FOLDER` compiles for an absent device.
inline constexpr std::string_view kProbeCommand = "probe-plugin";
inline constexpr std::string_view kCompileCommand = "compile-for-topology";

/// The threads, where to look for plugins, how to try them, and where to keep compiled programs.
backend::BackendOptions backend_options(const Context& context);

/// The backend of `--backend NAME`; it writes into the profile, if any. `memory_limit`: bytes that
/// programs may take; 0: the memory of the process or the device. A plugin loads programs from the
/// folder of compiled ones, if any.
std::unique_ptr<backend::Backend> open_backend(const std::string& name, const Context& context,
                                               backend::Profile* profile = nullptr,
                                               int64_t memory_limit = 0,
                                               const Path& compiled_folder = {});

/// A line for each device and plugin of this machine that is not used by the backend, of whose
/// devices `used` are in use.
std::vector<std::string> unused_lines(const std::string& backend, int64_t used,
                                      const Context& context);

}  // namespace tutti::run
