// SPDX-License-Identifier: Apache-2.0
// Softmax cross-entropy: of a position in a row, over that position's own segment, and of a class.
#pragma once

#include <cstdint>

#include "base/threads.h"

namespace tutti::kernel {

/// What the loss is taken of. A feature's segment is the unbroken run of positions around its
/// target whose |segment| is that of the target: s and -s are one segment, 0 is filler. Targets
/// outside of the logits are moved to the nearest position.
struct SegmentLogits {
  const float* logits;     // [rows, length]
  const int32_t* segment;  // [rows, length]
  int64_t rows;
  int64_t length;
  const int32_t* target;  // [features]: row * length + offset
  int64_t features;
};

/// lse = log(sum(e^logit)) over the feature's segment, loss = lse - logit[target]; f32 [features].
/// Both are 0 where the target is filler.
void cross_entropy(Team& team, const SegmentLogits& input, float* loss, float* lse);

/// dlogits [rows, length] = the sum over features of dloss * (e^(logit - lse) - [position =
/// target]) in the feature's segment, added in the order of the features; zero elsewhere. A feature
/// whose dloss is 0, or whose target is filler, adds nothing.
void cross_entropy_gradient(Team& team, const SegmentLogits& input, const float* lse,
                            const float* dloss, float* dlogits);

/// Rows of logits, each with the class that it should have. Labels outside of the classes have no
/// loss.
struct LabelledLogits {
  const float* logits;   // [rows, classes], at least one class
  const int32_t* label;  // [rows]
  int64_t rows;
  int64_t classes;
};

/// lse = log(sum(e^logit)) over each row, -infinity and infinity included; loss = lse -
/// logit[label], 0 where the label is outside. f32 [rows].
void softmax_cross_entropy(Team& team, const LabelledLogits& input, float* loss, float* lse);

}  // namespace tutti::kernel
