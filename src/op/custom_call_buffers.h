// SPDX-License-Identifier: Apache-2.0
// The layouts, aliases and buffers of custom calls.
#pragma once

#include <string_view>
#include <vector>

#include "op/rules/common.h"

namespace tutti::op {

/// The types that layouts are for: those of a single tuple's elements, otherwise those of the
/// values.
std::vector<Type> laid_out(std::vector<Type> types);

/// Each layout of a list is an order of its value's axes; only tensors have one.
void expect_layouts(const Operation& op, std::string_view name, const std::vector<Type>& types);

/// Several results are numbered as a tuple's elements are.
void expect_aliases(const Operation& op);

/// Buffers are made, filled and emptied by three targets; any other must give each buffer that it
/// results in to one operand, and no operand to two.
void expect_buffers(const Operation& op);

}  // namespace tutti::op
