// SPDX-License-Identifier: Apache-2.0
// Types of values: ranked tensors, and the rarer tokens, tuples, futures and buffers.
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

/// Number of elements; throws UserError where it does not fit 63 bits or a size is dynamic.
int64_t element_count(const Shape& shape);

/// Row-major strides in elements.
std::vector<int64_t> strides_of(const Shape& shape);

/// How integers stand for floats: value = (stored - zero point) * scale.
struct Quantization {
  ElementType storage = ElementType::i8;
  int64_t low = 0, high = 0;  // the stored integers' range
  ElementType expressed = ElementType::f32;
  int64_t axis = -1;  // one scale for each index along it; -1: one for all
  std::vector<double> scales;
  std::vector<int64_t> zero_points;

  bool operator==(const Quantization&) const = default;
  /// Whether two differ in scales and zero points at most: the specification's baseline type.
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
  std::shared_ptr<const RareType> rare = nullptr;  // what most types have not; shared, immutable

  static Type tensor(ElementType element, Shape shape) {
    return {Kind::tensor, element, std::move(shape)};
  }
  static Type scalar(ElementType element) { return {Kind::tensor, element, {}}; }
  static Type token() { return {Kind::token, ElementType::i1, {}}; }
  static Type quantized(Quantization quantization, Shape shape);
  /// A tuple's or a future's elements.
  static Type list_of(Kind kind, std::vector<Type> elements);

  bool operator==(const Type& other) const;
  bool is_tensor() const { return kind == Kind::tensor; }
  bool is_quantized() const { return element == ElementType::quantized; }
  /// Whether every size is known.
  bool is_static() const;
  /// The most a dynamic size can be along each axis, kDynamic where nothing is said; or empty.
  const Shape& bounds() const;
  /// Of a quantized type, else InternalError.
  const Quantization& quantization() const;
  /// Of a tuple or a future; else none.
  const std::vector<Type>& elements() const;
  /// The type that elements have in memory: a quantized type's integers.
  ElementType storage() const { return is_quantized() ? quantization().storage : element; }

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t dim(int64_t axis) const { return shape[static_cast<size_t>(axis)]; }
  int64_t count() const { return element_count(shape); }
  int64_t bytes() const;
  Type with(ElementType other) const { return {kind, other, shape}; }
  /// The same elements in another shape; bounds are dropped.
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
/// Whether values of both types may be the same but for bounds, scales and zero points: what a
/// result's inferred and declared type must be.
bool compatible(const Type& x, const Type& y);
bool compatible(const std::vector<Type>& x, const std::vector<Type>& y);

/// The same with equal scales and zero points: types that differ in what is known of sizes alone.
bool same_but_sizes(const Type& x, const Type& y);
bool same_but_sizes(const std::vector<Type>& x, const std::vector<Type>& y);
/// What two compatible sizes, shapes or types tell together: each size that one of them knows.
inline int64_t merged(int64_t x, int64_t y) {
  return x == kDynamic ? y : x;
}
Shape merged(const Shape& x, const Shape& y);
Type merged(const Type& x, const Type& y);

std::string str(const std::vector<Type>& types);
std::string str(const Shape& values);

}  // namespace tutti::ir
