// SPDX-License-Identifier: Apache-2.0
// What an optimized program tells of its results: with which precision it computes.
#pragma once

#include <string>
#include <vector>

#include "backend/pjrt/hlo_costs.h"

namespace tutti::backend::pjrt {

/// Sentences without their full stops: how products take their operands and what they are summed
/// in, and the compiler's settings that change results. `kind` is the plugin's: "tpu".
std::vector<std::string> precision_findings(const HloProgram& program, const HloCosts& costs,
                                            std::string_view kind);

}  // namespace tutti::backend::pjrt
