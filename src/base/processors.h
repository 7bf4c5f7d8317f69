// SPDX-License-Identifier: Apache-2.0
// The processors that a process may use.
#pragma once

#include <thread>
#include <vector>

namespace tutti {

/// The CPUs in the calling thread's affinity mask; empty where the system does not say.
std::vector<int> allowed_cpus();

void pin_to(std::thread& thread, int cpu);

}  // namespace tutti
