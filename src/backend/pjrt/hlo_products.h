// SPDX-License-Identifier: Apache-2.0
// The matrix products of an optimized program: dots, convolutions, and calls of libraries.
#pragma once

#include <optional>

#include "backend/pjrt/hlo_costs.h"

namespace tutti::backend::pjrt {

/// What an instruction multiplies; nothing if it is no product.
std::optional<HloProduct> product_of(const HloComputation& computation,
                                     const HloInstruction& instruction);

/// How often a while loop goes round: as its configuration says, or by the constant that its
/// counter is compared with, if it counts from a constant by ones. Nothing if neither tells.
std::optional<double> trip_count_of(const HloProgram& program, const HloComputation& computation,
                                    const HloInstruction& loop);

}  // namespace tutti::backend::pjrt
