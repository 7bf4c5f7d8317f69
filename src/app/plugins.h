// SPDX-License-Identifier: Apache-2.0
// What the environment says about PJRT plugins, and the process that tries them.
#pragma once

#include "backend/registry.h"
#include "base/error.h"

namespace tutti::app {

/// Threads, where plugins are looked for, how they are tried, where compiled programs are kept.
backend::BackendOptions backend_options(int threads);

/// The backend of `--backend NAME`; it writes into the profile, if any. Programs will have at most
/// so many replicas, and may take so many bytes; 0: what the process or the device has. A plugin
/// loads those that it can from the folder of compiled ones, if any.
std::unique_ptr<backend::Backend> open_backend(const std::string& name, int threads,
                                               backend::Profile* profile = nullptr,
                                               int64_t replicas = 1, int64_t memory_limit = 0,
                                               const Path& compiled_folder = {});

/// The devices and plugins of this machine that a backend does not use, of whose devices `used`
/// are: a line each.
std::vector<std::string> unused_lines(const std::string& backend, int64_t used);

/// "23.4 GiB", or "unknown".
std::string memory_text(int64_t bytes);

/// The first word of the command that tries a plugin: `tutti probe-plugin LIBRARY OPTIONS`. It is
/// for ourselves and stands in no help.
constexpr std::string_view kProbeCommand = "probe-plugin";
ExitCode run_probe_plugin(const std::string& library, const std::string& options);

/// The first word of the command that compiles for a device that is not there:
/// `tutti compile-for-topology LIBRARY TOPOLOGY FOLDER`, likewise.
constexpr std::string_view kCompileCommand = "compile-for-topology";
ExitCode run_compile_for_topology(const std::string& library, const std::string& topology,
                                  const std::string& folder);

}  // namespace tutti::app
