// SPDX-License-Identifier: Apache-2.0
// The axes of a dot_general by their roles.
#pragma once

#include "ir/module.h"

namespace tutti::op {

struct DotAxes {
  std::vector<int64_t> lhs_batch, lhs_free, lhs_contract, rhs_batch, rhs_free, rhs_contract;
};

DotAxes dot_axes(const ir::Operation& op);

/// Whether a dot_general is computed as it decomposes: it asks for an algorithm, or its operands
/// have two types and one is converted first.
bool decomposes_dot(const ir::Operation& op);

}  // namespace tutti::op
