// SPDX-License-Identifier: Apache-2.0
// Compares a switch of a training step with the plain steps.
#pragma once

#include <vector>

#include "app/benchmark/step_switches.h"

namespace tutti::app {

/// A number in a run's result, by name.
double figure_of(const nlohmann::ordered_json& run, const char* key);

/// The rate per processor second, independent of the machine's other load.
double features_per_processor_second(const nlohmann::ordered_json& run);

/// A switch's gains and costs: medians of the ratios of pairs.
nlohmann::ordered_json compared(const Switch& with,
                                const std::vector<nlohmann::ordered_json>& plain,
                                const std::vector<nlohmann::ordered_json>& own);

}  // namespace tutti::app
