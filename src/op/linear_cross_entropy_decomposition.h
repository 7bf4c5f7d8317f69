// SPDX-License-Identifier: Apache-2.0
// The loss of a product as simpler operations, a part of the tokens at a time.
#pragma once

#include <vector>

#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

/// The results of a linear_cross_entropy, in their order.
enum LinearCrossEntropyResult : size_t {
  kLoss,
  kHit,
  kTotal,
  kHiddenGradient,
  kWeightGradient,
  kResults
};

/// The logits of many tokens never exist together here either.
std::vector<Value> decompose_linear_cross_entropy(Builder& b, const Operation& op);

}  // namespace tutti::op
