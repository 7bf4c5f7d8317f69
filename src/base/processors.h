// SPDX-License-Identifier: Apache-2.0
// The processors that a process may use, and has used.
#pragma once

#include <thread>
#include <vector>

namespace tutti {

/// The CPUs in the calling thread's affinity mask; empty if the system does not say.
std::vector<int> allowed_cpus();

void pin_to(std::thread& thread, int cpu);

/// Moves the calling thread to `cpu`, unless it is there. It may run on as many CPUs as before.
void move_to(int cpu);

/// Seconds for which threads of this process have had a processor. Of a machine that others use
/// too, the clock says little.
double processor_seconds();

/// How many times as long this machine takes now as it would if nobody else used it: 1 or more, by
/// the clock and the processor time of short work of `threads` concurrent threads.
double slowdown_by_others(int threads);

}  // namespace tutti
