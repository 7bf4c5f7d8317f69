// SPDX-License-Identifier: Apache-2.0
// Constraints on the regions of operations.
#pragma once

#include <string_view>
#include <vector>

#include "ir/module.h"

namespace tutti::op {

/// Holds the number of regions, each of which ends in a return.
void expect_regions(const ir::Operation& op, size_t count, std::string_view label,
                    std::string_view end = "stablehlo.return");

/// A region that combines `count` pairs of scalars: (E0.., E0..) -> (E0..), where Ei holds the
/// elements of operand i. Gives E0...
std::vector<ir::Type> expect_reducer(const ir::Operation& op, size_t region, size_t count,
                                     std::string_view label);

/// A region's argument types and what it returns.
void expect_signature(const ir::Operation& op, size_t region,
                      const std::vector<ir::Type>& arguments, const std::vector<ir::Type>& results,
                      std::string_view arguments_label, std::string_view results_label);

}  // namespace tutti::op
