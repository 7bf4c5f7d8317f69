// SPDX-License-Identifier: Apache-2.0
// What the three batch normalizations share: features along one axis, statistics over all others.
#pragma once

#include "op/rules/derived.h"

namespace tutti::op {

/// Checks feature_index (label `index`), that all operands have one element type (label `element`),
/// and that operands 1 to `vectors` have one element for each feature (labels `sizes`).
void expect_features(const Operation& op, size_t vectors, std::string_view index,
                     std::string_view element, const std::vector<std::string_view>& sizes);

/// The building blocks of all three.
struct Features {
  Builder& b;
  const Operation& op;
  int64_t axis;

  Features(Builder& builder, const Operation& given);
  /// Repeats a value for each feature over the operand's shape.
  Value spread(Value vector) const;
  /// The sum over all axes but the features'.
  Value sum(Value x) const;
  /// The number of elements of a feature.
  double count() const;
  /// sqrt(variance + epsilon).
  Value deviation(Value variance) const;
};

/// scale * (x - mean) / deviation + offset; all but x have one value for each feature.
Value normalized(const Features& features, Value x, Value scale, Value offset, Value mean,
                 Value variance);

}  // namespace tutti::op
