// SPDX-License-Identifier: Apache-2.0
// What a switch of a training step gains and costs beside the plain steps.
#pragma once

#include <vector>

#include "app/benchmark/step_switches.h"

namespace tutti::app {

/// A number that a run gave, by its name.
double figure_of(const nlohmann::ordered_json& run, const char* key);

/// Of one processor, whatever else the machine does.
double features_per_processor_second(const nlohmann::ordered_json& run);

/// What a switch gives for what it takes: medians of the ratios of pairs.
nlohmann::ordered_json compared(const Switch& with,
                                const std::vector<nlohmann::ordered_json>& plain,
                                const std::vector<nlohmann::ordered_json>& own);

}  // namespace tutti::app
