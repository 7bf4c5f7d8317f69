// SPDX-License-Identifier: Apache-2.0
#include "ir/type.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/checked.h"
#include "ir/dense_text.h"
#include "ir/small_float.h"

namespace tutti::ir {
namespace {

std::string size_text(int64_t size) {
  return size == kDynamic ? "?" : std::to_string(size);
}

/// "i8" and "u8": the dialect of quantized types has spellings of its own.
std::string storage_text(ElementType type) {
  return fmt::format("{}{}", is_unsigned(type) ? "u" : "i", bit_width(type));
}

Type with_rare(Type type, RareType rare) {
  type.rare = std::make_shared<const RareType>(std::move(rare));
  return type;
}

std::string list_text(std::string_view name, const std::vector<Type>& types) {
  const std::string list = str(types);
  return fmt::format("{}<{}>", name, std::string_view(list).substr(1, list.size() - 2));
}

/// False of quantized types that were made from an element type alone: they are used in messages,
/// and fit no value's type.
bool has_parameters(const Type& type) {
  return type.is_quantized() && type.rare && !type.rare->quantization.empty();
}

}  // namespace

int64_t element_count(const Shape& shape) {
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size == kDynamic)
      user_error("a tensor has a dynamic size ('?'), expected sizes that are known");
    if (size < 0) user_error("a tensor size is {}, expected a non-negative number", size);
    count = checked_multiply(count, size, "number of elements");
  }
  return count;
}

std::vector<int64_t> strides_of(const Shape& shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

bool Quantization::same_baseline(const Quantization& other) const {
  return storage == other.storage && low == other.low && high == other.high &&
         expressed == other.expressed && axis == other.axis;
}

std::string Quantization::str() const {
  std::string text = "!quant.uniform<" + storage_text(storage);
  if (low != lowest_of(storage) || high != highest_of(storage))
    text += fmt::format("<{}:{}>", low, high);
  text += fmt::format(":{}", name_of(expressed));
  text += axis < 0 ? ", " : fmt::format(":{}, {{", axis);
  for (size_t i = 0; i < scales.size(); i++) {
    text += (i ? ", " : "") + float_text(scales[i], ElementType::f64);
    if (zero_points[i]) text += fmt::format(":{}", zero_points[i]);
  }
  return text + (axis < 0 ? ">" : "}>");
}

Type Type::quantized(Quantization quantization, Shape shape) {
  return with_rare({Kind::tensor, ElementType::quantized, std::move(shape)},
                   {{std::move(quantization)}, {}, {}});
}

Type Type::list_of(Kind kind, std::vector<Type> elements) {
  return with_rare({kind, ElementType::i1, {}}, {{}, {}, std::move(elements)});
}

bool Type::operator==(const Type& other) const {
  return kind == other.kind && element == other.element && shape == other.shape &&
         (rare == other.rare || (rare && other.rare && *rare == *other.rare));
}

bool Type::is_static() const {
  return std::find(shape.begin(), shape.end(), kDynamic) == shape.end();
}

bool Type::is_static_or_bounded() const {
  const auto known = [](const Shape& sizes) {
    return std::count_if(sizes.begin(), sizes.end(), [](int64_t size) { return size != kDynamic; });
  };
  return is_static() || (known(shape) == rank() - 1 && known(bounds()) == 1);
}

const Shape& Type::bounds() const {
  static const Shape none;
  return rare ? rare->bounds : none;
}

const Quantization& Type::quantization() const {
  check(has_parameters(*this), "a {} is not quantized", name_of(element));
  return rare->quantization[0];
}

const std::vector<Type>& Type::elements() const {
  static const std::vector<Type> none;
  return rare ? rare->elements : none;
}

int64_t Type::bytes() const {
  if (kind != Kind::tensor) return 0;
  return checked_multiply(count(), static_cast<int64_t>(byte_size(storage())), "bytes of a tensor");
}

Type Type::with(Shape other) const {
  if (has_parameters(*this)) return quantized(quantization(), std::move(other));
  return {kind, element, std::move(other)};
}

Type Type::with_bounds(Shape bounds) const {
  RareType more = rare ? *rare : RareType{};
  more.bounds = std::move(bounds);
  return with_rare(*this, std::move(more));
}

std::string Type::str() const {
  if (kind == Kind::token) return "!stablehlo.token";
  if (kind == Kind::tuple) return list_text("tuple", elements());
  if (kind == Kind::future) return list_text("!stablehlo.future", elements());
  std::string text = kind == Kind::buffer ? "memref<" : "tensor<";
  for (int64_t size : shape) text += size_text(size) + "x";
  text += has_parameters(*this) ? quantization().str() : std::string(name_of(element));
  if (!bounds().empty()) {
    text += ", #stablehlo.bounds<";
    for (size_t axis = 0; axis < bounds().size(); axis++)
      text += (axis ? ", " : "") + size_text(bounds()[axis]);
    text += ">";
  }
  return text + ">";
}

bool compatible(const Shape& x, const Shape& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](int64_t a, int64_t b) { return compatible(a, b); });
}

namespace {

/// Whether no size that is known is above its bound.
bool within(const Shape& sizes, const Shape& bounds) {
  for (size_t axis = 0; axis < bounds.size(); axis++)
    if (bounds[axis] != kDynamic && sizes[axis] > bounds[axis]) return false;
  return true;
}

}  // namespace

bool compatible(const Type& x, const Type& y) {
  if (x.kind != y.kind || x.element != y.element || !compatible(x.shape, y.shape)) return false;
  if (!within(x.shape, y.bounds()) || !within(y.shape, x.bounds())) return false;
  if (has_parameters(x) != has_parameters(y)) return false;
  if (has_parameters(x) && !x.quantization().same_baseline(y.quantization())) return false;
  return compatible(x.elements(), y.elements());
}

bool compatible(const std::vector<Type>& x, const std::vector<Type>& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](const Type& a, const Type& b) { return compatible(a, b); });
}

bool same_but_sizes(const Type& x, const Type& y) {
  if (!compatible(x, y)) return false;
  if (has_parameters(x) && x.quantization() != y.quantization()) return false;
  return same_but_sizes(x.elements(), y.elements());
}

bool same_but_sizes(const std::vector<Type>& x, const std::vector<Type>& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](const Type& a, const Type& b) { return same_but_sizes(a, b); });
}

Shape merged(const Shape& x, const Shape& y) {
  Shape shape = x;
  for (size_t axis = 0; axis < shape.size(); axis++) shape[axis] = merged(x[axis], y[axis]);
  return shape;
}

Type merged(const Type& x, const Type& y) {
  Shape shape = merged(x.shape, y.shape);
  return shape == x.shape ? x : x.with(std::move(shape));
}

std::string str(const std::vector<Type>& types) {
  std::string text = "(";
  for (size_t i = 0; i < types.size(); i++) text += (i ? ", " : "") + types[i].str();
  return text + ")";
}

std::string str(const Shape& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); i++) text += fmt::format("{}{}", i ? ", " : "", values[i]);
  return text + "]";
}

}  // namespace tutti::ir
