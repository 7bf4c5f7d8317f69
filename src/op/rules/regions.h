// SPDX-License-Identifier: Apache-2.0
// Constraints on the regions of operations.
#pragma once

#include <string_view>
#include <vector>

#include "ir/array.h"
#include "ir/module.h"

namespace tutti::op {

/// Holds the number of regions, each of which ends in a return.
void expect_regions(const ir::Operation& op, size_t count, std::string_view label,
                    std::string_view end = "stablehlo.return");

/// Whether elements of `from` can be converted to those of `to` as operands of a reduction are to
/// its body's: the same kind, and not fewer bits. Floats are converted whatever their bits, and i1
/// to integers, as StableHLO's own verifier has it.
bool is_promotable(const ir::Type& from, const ir::Type& to);
void expect_promotable(const ir::Operation& op, size_t operand, const ir::Type& scalar,
                       std::string_view label);

/// A region that combines `count` pairs of scalars: (E0.., E0..) -> (E0..), where Ei holds the
/// elements of operand i. Gives E0...
std::vector<ir::Type> expect_reducer(const ir::Operation& op, size_t region, size_t count,
                                     std::string_view label);

/// A region's argument types and what it returns.
void expect_signature(const ir::Operation& op, size_t region,
                      const std::vector<ir::Type>& arguments, const std::vector<ir::Type>& results,
                      std::string_view arguments_label, std::string_view results_label);

/// Regions without arguments that return one list of types; gives what is known of it.
std::vector<ir::Type> expect_branches(const ir::Operation& op, std::string_view arguments_label,
                                      std::string_view results_label);

/// Holds that what a region returned has the sizes that the operation's results are declared with,
/// where those of a region were `?`; gives it.
std::vector<ir::Array> with_declared_sizes(const ir::Operation& op,
                                           std::vector<ir::Array> returned);

}  // namespace tutti::op
