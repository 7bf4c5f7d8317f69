// SPDX-License-Identifier: Apache-2.0
// This process, as the library sees it.
#pragma once

#include <cstdint>

#include "app/process/global_options.h"
#include "run/context.h"

namespace tutti::app {

/// The command line's threads, and the process's environment. Programs with several replicas need
/// more threads in XLA's plugin for the CPU, so this raises the number that the plugin starts.
run::Context context_of(const GlobalOptions& global, int64_t replicas = 1);

}  // namespace tutti::app
