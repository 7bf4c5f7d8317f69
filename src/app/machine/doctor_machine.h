// SPDX-License-Identifier: Apache-2.0
// The checks of `tutti doctor` on this machine: processors, memory, devices and disk.
#pragma once

#include <vector>

#include "app/machine/doctor.h"
#include "app/process/global_options.h"

namespace tutti::app {

Finding check_threads(const GlobalOptions& global);

Finding check_memory();

Finding check_cpu_backend(const GlobalOptions& global);

/// One finding for each PJRT plugin on this machine, tried in a separate process.
std::vector<Finding> check_plugins(const GlobalOptions& global);

Finding check_cache();

Finding check_disk();

Finding check_models();

Finding check_topology();

/// The hardware counters available for devices.
Finding check_counters();

}  // namespace tutti::app
