// SPDX-License-Identifier: Apache-2.0
// Types of values: tensors of known rank, and the rarer tokens, tuples, futures and buffers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/element_type.h"

namespace tutti::ir {

using Shape = std::vector<int64_t>;

/// A size that is known only when a program runs: `?`.
inline constexpr int64_t kDynamic = -1;

/// The number of elements. Throws a UserError if it does not fit 63 bits or a size is dynamic.
int64_t element_count(const Shape& shape);

/// Row-major strides in elements.
std::vector<int64_t> strides_of(const Shape& shape);

/// How stored integers express floats: value = (stored - zero point) * scale.
struct Quantization {
  ElementType storage = ElementType::i8;
  int64_t low = 0, high = 0;  // the stored integers' range
  ElementType expressed = ElementType::f32;
  int64_t axis = -1;  // there is a scale for each index along it; -1: one scale for all
  std::vector<double> scales;
  std::vector<int64_t> zero_points;

  bool operator==(const Quantization&) const = default;
  /// Whether two differ only in scales and zero points: the specification's baseline type.
  bool same_baseline(const Quantization& other) const;
  /// As in program text: "!quant.uniform<i8:f32, 5.000000e-01:3>".
  std::string str() const;
};

struct RareType;

struct Type {
  enum class Kind : uint8_t { tensor, token, tuple, future, buffer };

  Kind kind = Kind::tensor;
  ElementType element = ElementType::f32;
  Shape shape;
  std::shared_ptr<const RareType> rare = nullptr;  // null for most types; shared, immutable

  static Type tensor(ElementType element, Shape shape) {
    return {Kind::tensor, element, std::move(shape)};
  }
  static Type scalar(ElementType element) { return {Kind::tensor, element, {}}; }
  static Type token() { return {Kind::token, ElementType::i1, {}}; }
  static Type quantized(Quantization quantization, Shape shape);
  /// A tuple or a future of these elements.
  static Type list_of(Kind kind, std::vector<Type> elements);

  bool operator==(const Type& other) const;
  bool is_tensor() const { return kind == Kind::tensor; }
  bool is_quantized() const { return element == ElementType::quantized; }
  /// Whether every size is known.
  bool is_static() const;
  /// Whether every size is known, or all but one that has the only bound.
  bool is_static_or_bounded() const;
  /// The largest size along each axis, kDynamic where it is not known; empty if none is known.
  const Shape& bounds() const;
  /// Only quantized types have one.
  const Quantization& quantization() const;
  /// Of a tuple or a future; empty for other types.
  const std::vector<Type>& elements() const;
  /// The type that elements have in memory: a quantized type's integers.
  ElementType storage() const { return is_quantized() ? quantization().storage : element; }

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t dim(int64_t axis) const { return shape[static_cast<size_t>(axis)]; }
  int64_t count() const { return element_count(shape); }
  int64_t bytes() const;
  Type with(ElementType other) const { return {kind, other, shape}; }
  /// The same elements in another shape, without bounds.
  Type with(Shape other) const;
  Type with_bounds(Shape bounds) const;
  /// As in program text: "tensor<2x3xf32>".
  std::string str() const;
};

struct RareType {
  std::vector<Quantization> quantization;  // one or none
  Shape bounds;
  std::vector<Type> elements;
  bool operator==(const RareType&) const = default;
};

/// Whether two sizes may be the same when a program runs.
inline bool compatible(int64_t x, int64_t y) {
  return x == y || x == kDynamic || y == kDynamic;
}
bool compatible(const Shape& x, const Shape& y);
/// Whether a value may have both types, if scales and zero points are ignored. The inferred and the
/// declared type of a result must be compatible.
bool compatible(const Type& x, const Type& y);
bool compatible(const std::vector<Type>& x, const std::vector<Type>& y);

/// Whether types differ only in which sizes are known; scales and zero points must be equal.
bool same_but_sizes(const Type& x, const Type& y);
bool same_but_sizes(const std::vector<Type>& x, const std::vector<Type>& y);
/// Two compatible sizes, shapes or types as one, with each size that either of them knows.
inline int64_t merged(int64_t x, int64_t y) {
  return x == kDynamic ? y : x;
}
Shape merged(const Shape& x, const Shape& y);
Type merged(const Type& x, const Type& y);

std::string str(const std::vector<Type>& types);
std::string str(const Shape& values);

}  // namespace tutti::ir
