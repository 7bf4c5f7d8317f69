// SPDX-License-Identifier: Apache-2.0
// The numbers of processes whose steps are predicted, and what connects them.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/simulate.h"
#include "run/benchmark.h"

namespace tutti::run {

/// The worlds that are asked for, before anything is measured.
struct PlannedWorlds {
  std::vector<std::vector<int64_t>> worlds;  // the shares of each
  comm::Link network, local;
};

/// Flags that contradict each other are UserErrors.
PlannedWorlds planned_worlds(const BenchmarkSettings& arguments);

}  // namespace tutti::run
