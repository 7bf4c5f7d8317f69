// SPDX-License-Identifier: Apache-2.0
// @ApproxTopK as JAX prints approx_max_k and approx_min_k: the first elements along an axis in the
// order of a comparator, some of which may be missed. None is missed here.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

bool is_approx_top_k(const Operation& op);

/// The operation as a stable sort followed by slices.
struct TopK {
  int64_t axis;
  std::string comparator;  // a function of pairs of elements
  size_t tensors;          // that are ordered together; as many more operands are not read
};
/// Throws a UserError if types or options do not fit.
TopK read_top_k(const Operation& op);

std::vector<Array> evaluate_top_k(const Operation& op, Operands in, Evaluation& evaluation);

}  // namespace tutti::op
