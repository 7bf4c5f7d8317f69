// SPDX-License-Identifier: Apache-2.0
#include "app/process/context.h"

#include <algorithm>
#include <string>

#include "app/process/addresses.h"
#include "app/process/environment.h"
#include "app/process/job_process.h"

namespace tutti::app {

run::Context context_of(const GlobalOptions& global, int64_t replicas) {
  // Each replica that waits for another blocks a thread, and the last one needs two. Otherwise the
  // plugin would hang, and end the process after 40 s.
  if (replicas > 1)
    set_environment_default("PJRT_NPROC",
                            std::to_string(std::max<int64_t>(global.threads, replicas + 1)));
  return {.threads = global.threads,
          .variables = environment_variable,
          .secrets = environment_secrets,
          .on_secrets = write_no_core,
          .program = kProgramItself,
          .address_of = with_addresses};
}

}  // namespace tutti::app
