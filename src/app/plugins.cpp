// SPDX-License-Identifier: Apache-2.0
#include "app/plugins.h"

#include <sys/prctl.h>

#include <algorithm>
#include <csignal>

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
  options.plugins.compiler.command = {"/proc/self/exe", std::string(kCompileCommand)};
  options.plugins.compiler.scratch = environment_variable("TMPDIR").value_or(std::string("/tmp"));
  if (const auto folder = cache_folder()) options.plugins.cache_folder = *folder / "programs";
  return options;
}

std::unique_ptr<backend::Backend> open_backend(const std::string& name, int threads,
                                               backend::Profile* profile, int64_t replicas,
                                               int64_t memory_limit, const Path& compiled_folder) {
  // XLA's plugin for the CPU: each replica that waits for another blocks a thread, and the last one
  // needs two. It would not go on, and end the process after 40 s.
  if (replicas > 1)
    set_environment_default("PJRT_NPROC", std::to_string(std::max<int64_t>(threads, replicas + 1)));
  backend::BackendOptions options = backend_options(threads);
  options.profile = profile;
  options.memory_limit_bytes = memory_limit;
  options.plugins.compiled_folder = compiled_folder;
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

ExitCode run_compile_for_topology(const std::string& library, const std::string& topology,
                                  const std::string& folder) {
  // The child is of no use without its parent, which waits for it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // libtpu looks for chips by default: it asks a server of Google's cloud what machine this is, and
  // keeps a lock as only one process can have the chips.
  set_environment_default("TPU_SKIP_MDS_QUERY", "1");
  set_environment_default("TPU_ACCELERATOR_TYPE", "v5litepod-1");
  set_environment_default("TPU_WORKER_HOSTNAMES", "localhost");
  set_environment_default("ALLOW_MULTIPLE_LIBTPU_LOAD", "1");
  write_result(backend::pjrt::compile_and_report(library, topology, {folder}));
  return ExitCode::done;
}

}  // namespace tutti::app
