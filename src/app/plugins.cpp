// SPDX-License-Identifier: Apache-2.0
#include "app/plugins.h"

#include <algorithm>

#include "app/environment.h"
#include "app/output.h"
#include "app/python_folders.h"
#include "app/user_folders.h"
#include "backend/pjrt/hardware.h"
#include "base/text.h"

namespace tutti::app {

backend::BackendOptions backend_options(int threads) {
  backend::BackendOptions options;
  options.threads = threads;
  options.plugins.search.names_and_paths =
      environment_variable("PJRT_NAMES_AND_LIBRARY_PATHS").value_or("");
  options.plugins.search.python_folders = python_folders();
  options.plugins.probe.command = {"/proc/self/exe", std::string(kProbeCommand)};
  if (const auto folder = cache_folder()) options.plugins.cache_folder = *folder / "programs";
  return options;
}

std::unique_ptr<backend::Backend> open_backend(const std::string& name, int threads,
                                               backend::Profile* profile, int64_t replicas,
                                               int64_t memory_limit) {
  // XLA's plugin for the CPU: each replica that waits for another blocks a thread, and the last one
  // needs two. It would not go on, and end the process after 40 s.
  if (replicas > 1)
    set_environment_default("PJRT_NPROC", std::to_string(std::max<int64_t>(threads, replicas + 1)));
  backend::BackendOptions options = backend_options(threads);
  options.profile = profile;
  options.memory_limit_bytes = memory_limit;
  return backend::make_backend(name, options);
}

std::vector<std::string> unused_lines(const std::string& backend, int64_t used) {
  using namespace backend::pjrt;
  return unused_devices(backend, used, seen_devices(),
                        find_plugins(backend_options(0).plugins.search));
}

std::string memory_text(int64_t bytes) {
  return bytes > 0 ? human_bytes(static_cast<size_t>(bytes)) : "unknown";
}

ExitCode run_probe_plugin(const std::string& library, const std::string& options) {
  backend::pjrt::inspect(library, options, [](const backend::pjrt::PluginReport& report) {
    write_result(backend::pjrt::to_text(report));
  });
  return ExitCode::done;
}

}  // namespace tutti::app
