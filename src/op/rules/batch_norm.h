// SPDX-License-Identifier: Apache-2.0
// What the batch normalizations share: features along one axis, statistics over all others.
#pragma once

#include "op/rules/derived.h"

namespace tutti::op {

/// Holds feature_index (`index`), that all operands have one element type (`element`), and that
/// operands 1 to `vectors` have one element a feature, each by its label.
void expect_features(const Operation& op, size_t vectors, std::string_view index,
                     std::string_view element, const std::vector<std::string_view>& sizes);

/// The pieces of which the three are made.
struct Features {
  Builder& b;
  const Operation& op;
  int64_t axis;

  Features(Builder& builder, const Operation& given);
  /// A value for each feature, repeated over the operand's shape.
  Value spread(Value vector) const;
  /// The sum over all axes but the features'.
  Value sum(Value x) const;
  /// How many elements a feature has.
  double count() const;
  /// sqrt(variance + epsilon).
  Value deviation(Value variance) const;
};

/// scale * (x - mean) / deviation + offset, of vectors.
Value normalized(const Features& features, Value x, Value scale, Value offset, Value mean,
                 Value variance);

}  // namespace tutti::op
