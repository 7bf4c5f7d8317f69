// SPDX-License-Identifier: Apache-2.0
#include "app/process/plugins.h"

#include <sys/prctl.h>

#include <csignal>

#include "app/process/environment.h"
#include "app/process/output.h"
#include "backend/registry.h"
#include "base/text.h"

namespace tutti::app {

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
  // keeps a lock because only one process can have the chips.
  set_environment_default("TPU_SKIP_MDS_QUERY", "1");
  set_environment_default("TPU_ACCELERATOR_TYPE", "v5litepod-1");
  set_environment_default("TPU_WORKER_HOSTNAMES", "localhost");
  set_environment_default("ALLOW_MULTIPLE_LIBTPU_LOAD", "1");
  write_result(backend::pjrt::compile_and_report(library, topology, {folder}));
  return ExitCode::done;
}

}  // namespace tutti::app
