// SPDX-License-Identifier: Apache-2.0
// Cross entropy over segments: what tutti.cross_entropy and its gradient share. A feature's target
// is a flat index into [rows, length]. Its positions are those with the target's row and |segment|.
// A target outside of the tokens becomes the nearest one; a target of segment 0 has no positions.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// Checks the constraints of logits [rows, length], segment and target, which are the operands from
/// `logits` on. Violations name `<op>_c1` to `<op>_c3`. Returns the type [features] of statistics.
Type expect_segment_logits(const Operation& op, size_t logits);

struct TargetPositions {
  int64_t target = 0;             // flat
  std::vector<int64_t> included;  // flat, ascending; none if the target's segment is 0
};
TargetPositions target_positions(const Array& segment, int64_t target);

/// The same as masks of i1 [features, rows * length]: which positions are a feature's, and which of
/// them is its target.
struct TargetMasks {
  Value included;
  Value target;
};
TargetMasks emit_target_masks(Builder& b, Value segment, Value target);

/// [rows, length] -> [features, rows * length].
Value emit_for_each_feature(Builder& b, Value tokens, int64_t features);

}  // namespace tutti::op
