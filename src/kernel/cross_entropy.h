// SPDX-License-Identifier: Apache-2.0
// Softmax cross-entropy over the positions of a segment (where an answer begins or ends), and over
// classes.
#pragma once

#include <cstdint>

#include "base/threads.h"

namespace tutti::kernel {

/// Logits of positions, and the position that is right for each feature. A feature's segment is the
/// unbroken run of positions around its target whose |segment| is the target's: s and -s are one
/// segment, 0 is filler. A target outside of the logits means the nearest position.
struct SegmentLogits {
  const float* logits;     // [rows, length]
  const int32_t* segment;  // [rows, length]
  int64_t rows;
  int64_t length;
  const int32_t* target;  // [features]: row * length + offset
  int64_t features;
};

/// Writes f32 [features] each: lse = log(sum(e^logit)) over the feature's segment, and loss = lse -
/// logit[target]. Both are 0 where the target is filler.
void cross_entropy(Team& team, const SegmentLogits& input, float* loss, float* lse);

/// dlogits [rows, length] = the sum over features of dloss * (e^(logit - lse) - [position =
/// target]) in the feature's segment, added in the order of the features; zero elsewhere. A feature
/// whose dloss is 0, or whose target is filler, adds nothing.
void cross_entropy_gradient(Team& team, const SegmentLogits& input, const float* lse,
                            const float* dloss, float* dlogits);

/// Rows of logits of classes, and the class that is right for each row.
struct LabelledLogits {
  const float* logits;   // [rows, classes], at least one class
  const int32_t* label;  // [rows]
  int64_t rows;
  int64_t classes;
};

/// Writes f32 [rows] each: lse = log(sum(e^logit)) over the row, whose logits may be infinite, and
/// loss = lse - logit[label], or 0 where the label is not a class.
void softmax_cross_entropy(Team& team, const LabelledLogits& input, float* loss, float* lse);

}  // namespace tutti::kernel
