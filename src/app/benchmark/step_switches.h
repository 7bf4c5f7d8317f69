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

/// The flags that a command needs beside its own defaults.
std::vector<std::string> flags_of(run::BenchmarkSettings arguments);

/// The plain steps, to which all others are compared.
run::BenchmarkSettings plain_of(const run::BenchmarkSettings& arguments);

/// Whether the backend tells how long each instruction took.
bool can_profile(const run::BenchmarkSettings& arguments);

/// Whether a report shows where the time and the memory of these steps go.
bool is_shown_closely(const std::string& name);

/// All that a report measures besides the plain steps.
std::vector<Switch> switches_of(const run::BenchmarkSettings& plain, const Path& folder);

}  // namespace tutti::app
