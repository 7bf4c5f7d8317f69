// SPDX-License-Identifier: Apache-2.0
// Types of values: ranked tensors of static shape, and tokens.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/element_type.h"

namespace tutti::ir {

using Shape = std::vector<int64_t>;

/// Number of elements; throws UserError where it does not fit 63 bits.
int64_t element_count(const Shape& shape);

/// Row-major strides in elements.
std::vector<int64_t> strides_of(const Shape& shape);

struct Type {
  enum class Kind { tensor, token };

  Kind kind = Kind::tensor;
  ElementType element = ElementType::f32;
  Shape shape;

  static Type tensor(ElementType element, Shape shape) {
    return {Kind::tensor, element, std::move(shape)};
  }
  static Type scalar(ElementType element) { return {Kind::tensor, element, {}}; }
  static Type token() { return {Kind::token, ElementType::i1, {}}; }

  bool operator==(const Type&) const = default;
  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t dim(int64_t axis) const { return shape[static_cast<size_t>(axis)]; }
  int64_t count() const { return element_count(shape); }
  int64_t bytes() const;
  Type with(ElementType other) const { return {kind, other, shape}; }
  Type with(Shape other) const { return {kind, element, std::move(other)}; }
  /// As in program text: "tensor<2x3xf32>".
  std::string str() const;
};

std::string str(const std::vector<Type>& types);
std::string str(const Shape& values);

}  // namespace tutti::ir
