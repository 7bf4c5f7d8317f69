// SPDX-License-Identifier: Apache-2.0
// The checks of `tutti doctor` on this machine: processors, memory, devices and disk.
#pragma once

#include <vector>

#include "app/machine/doctor.h"
#include "app/process/global_options.h"

namespace tutti::app {

Finding look_at_threads(const GlobalOptions& global);

Finding look_at_memory();

Finding look_at_cpu_backend(const GlobalOptions& global);

/// One finding for each PJRT plugin on this machine, tried in a separate process.
std::vector<Finding> look_at_plugins(const GlobalOptions& global);

Finding look_at_cache();

Finding look_at_disk();

Finding look_at_models();

Finding look_at_topology();

/// The hardware counters available for devices.
Finding look_at_counters();

}  // namespace tutti::app
