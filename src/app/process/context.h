// SPDX-License-Identifier: Apache-2.0
// What the library is told of this process.
#pragma once

#include <cstdint>

#include "app/process/global_options.h"
#include "run/context.h"

namespace tutti::app {

/// Threads of the command line, and the process's environment. Where programs will have several
/// replicas, XLA's plugin for the CPU is told that it needs threads for all of them.
run::Context context_of(const GlobalOptions& global, int64_t replicas = 1);

}  // namespace tutti::app
