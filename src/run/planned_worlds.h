// SPDX-License-Identifier: Apache-2.0
// The numbers of processes to predict steps for, and the links between them.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/simulate.h"
#include "run/benchmark.h"

namespace tutti::run {

/// The requested worlds, before any measurement.
struct PlannedWorlds {
  std::vector<std::vector<int64_t>> worlds;  // the shares of each
  comm::Link network, local;
};

/// Throws a UserError for contradictory flags.
PlannedWorlds planned_worlds(const BenchmarkSettings& arguments);

}  // namespace tutti::run
