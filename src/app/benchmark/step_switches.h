// SPDX-License-Identifier: Apache-2.0
// The switches of a training step that a report measures.
#pragma once

#include <string>
#include <vector>

#include "app/benchmark/benchmark_arguments.h"
#include "base/files.h"

namespace tutti::app {

struct Switch {
  std::string name, flags;
  run::BenchmarkSettings arguments;
};

/// The flags that differ from the command's defaults.
std::vector<std::string> flags_of(run::BenchmarkSettings arguments);

/// The plain steps, the baseline of all comparisons.
run::BenchmarkSettings plain_of(const run::BenchmarkSettings& arguments);

/// Whether the backend reports each instruction's time.
bool can_profile(const run::BenchmarkSettings& arguments);

/// Whether a report breaks down the time and memory of these steps.
bool is_shown_closely(const std::string& name);

/// Everything that a report measures besides the plain steps.
std::vector<Switch> switches_of(const run::BenchmarkSettings& plain, const Path& folder);

}  // namespace tutti::app
