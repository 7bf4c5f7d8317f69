// SPDX-License-Identifier: Apache-2.0
// Constraints on the regions of operations.
#pragma once

#include <string_view>
#include <vector>

#include "ir/array.h"
#include "ir/module.h"

namespace tutti::op {

/// Checks the number of regions, and that each ends in an operation of the name `end`.
void expect_regions(const ir::Operation& op, size_t count, std::string_view label,
                    std::string_view end = "stablehlo.return");

/// Whether the operands of a reduction, with elements of `from`, can be converted to those of its
/// body: they have the same kind and `to` has at least as many bits. As in StableHLO's own
/// verifier, any float converts to any other, and i1 to integers. Of quantized
/// elements the bits of the stored integers count; both must express the same float.
bool is_promotable(const ir::Type& from, const ir::Type& to);
void expect_promotable(const ir::Operation& op, size_t operand, const ir::Type& scalar,
                       std::string_view label);

/// Checks that a region combines `count` pairs of scalars, (E0.., E0..) -> (E0..), where elements
/// of operand i can be converted to Ei. Returns E0...
std::vector<ir::Type> expect_reducer(const ir::Operation& op, size_t region, size_t count,
                                     std::string_view label);

/// Checks the types of a region's arguments and of what it returns.
void expect_signature(const ir::Operation& op, size_t region,
                      const std::vector<ir::Type>& arguments, const std::vector<ir::Type>& results,
                      std::string_view arguments_label, std::string_view results_label);

/// Checks that regions have no arguments and return the same types. Returns those types.
std::vector<ir::Type> expect_branches(const ir::Operation& op, std::string_view arguments_label,
                                      std::string_view results_label);

/// Returns what a region returned, after checking that it has the sizes of the operation's declared
/// results. Sizes in the region may have been dynamic.
std::vector<ir::Array> with_declared_sizes(const ir::Operation& op,
                                           std::vector<ir::Array> returned);

}  // namespace tutti::op
