// SPDX-License-Identifier: Apache-2.0
// Backends by name, with the plugins of this machine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/registry.h"
#include "base/files.h"
#include "run/context.h"

namespace tutti::run {

/// The first words of commands of the program that are for the library alone and stand in no help:
/// `tutti probe-plugin LIBRARY OPTIONS` tries a plugin, and
/// `tutti compile-for-topology LIBRARY TOPOLOGY FOLDER` compiles for a device that is not there.
inline constexpr std::string_view kProbeCommand = "probe-plugin";
inline constexpr std::string_view kCompileCommand = "compile-for-topology";

/// Threads, where plugins are looked for, how they are tried, where compiled programs are kept.
backend::BackendOptions backend_options(const Context& context);

/// The backend of `--backend NAME`; it writes into the profile, if any. Programs may take so many
/// bytes; 0: what the process or the device has. A plugin loads those that it can from the folder
/// of compiled ones, if any.
std::unique_ptr<backend::Backend> open_backend(const std::string& name, const Context& context,
                                               backend::Profile* profile = nullptr,
                                               int64_t memory_limit = 0,
                                               const Path& compiled_folder = {});

/// The devices and plugins of this machine that a backend does not use, of whose devices `used`
/// are: a line each.
std::vector<std::string> unused_lines(const std::string& backend, int64_t used,
                                      const Context& context);

}  // namespace tutti::run
