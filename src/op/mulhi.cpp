// SPDX-License-Identifier: Apache-2.0
#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

/// The high 64 bits of the product of two unsigned words, from the products of their halves.
uint64_t high_word(uint64_t x, uint64_t y) {
  constexpr uint64_t kLow = 0xFFFFFFFF;
  const uint64_t low = (x & kLow) * (y & kLow), middle = (x & kLow) * (y >> 32) + (low >> 32),
                 other = (x >> 32) * (y & kLow) + (middle & kLow);
  return (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
}

int64_t high_half(int64_t x, int64_t y, ElementType type) {
  const int64_t width = ir::bit_width(type);
  if (width < 64) {
    const auto product = static_cast<uint64_t>(ir::wrapping_multiply(x, y));
    return is_unsigned(type) ? static_cast<int64_t>(product >> width)
                             : static_cast<int64_t>(product) >> width;
  }
  uint64_t high = high_word(static_cast<uint64_t>(x), static_cast<uint64_t>(y));
  if (!is_unsigned(type)) {  // a negative operand counts 2^64 too much
    if (x < 0) high -= static_cast<uint64_t>(y);
    if (y < 0) high -= static_cast<uint64_t>(x);
  }
  return static_cast<int64_t>(high);
}

ElementType twice_as_wide(ElementType type) {
  switch (type) {
    case ElementType::i8:
      return ElementType::i16;
    case ElementType::i16:
      return ElementType::i32;
    case ElementType::ui8:
      return ElementType::ui16;
    case ElementType::ui16:
      return ElementType::ui32;
    case ElementType::ui32:
      return ElementType::ui64;
    default:
      return ElementType::i64;
  }
}

Value shift_right(Builder& b, Value x, int64_t bits) {
  const bool plain = is_unsigned(x->type.element);
  return b.one(plain ? "stablehlo.shift_right_logical" : "stablehlo.shift_right_arithmetic",
               {x, constant_like(b, x, static_cast<double>(bits))});
}

// As high_word() and high_half() above.
Value wide_formula(Builder& b, Value x, Value y) {
  const Type type = x->type, words = type.with(ElementType::ui64);
  const auto as = [&](Value value, const Type& to) {
    return value->type == to ? value : b.one("stablehlo.bitcast_convert", {value}, {}, {to});
  };
  const Value a = as(x, words), c = as(y, words), mask = constant(b, words, double{0xFFFFFFFF});
  const auto low = [&](Value value) { return b.one("stablehlo.and", {value, mask}); };
  const auto high = [&](Value value) { return shift_right(b, value, 32); };
  const Value p0 = multiply(b, low(a), low(c));
  const Value middle = add(b, multiply(b, low(a), high(c)), high(p0));
  const Value other = add(b, multiply(b, high(a), low(c)), low(middle));
  Value result = add(b, add(b, multiply(b, high(a), high(c)), high(middle)), high(other));
  if (type == words) return result;
  result = as(result, type);
  const Value zero = zeros_like(b, x);
  result = subtract(b, result, select(b, compare(b, "LT", x, zero), y, zero));
  return subtract(b, result, select(b, compare(b, "LT", y, zero), x, zero));
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Value x = op.operand(0), y = op.operand(1);
  const ElementType element = x->type.element, wide = twice_as_wide(element);
  const int64_t width = ir::bit_width(element);
  if (width == 64) return {wide_formula(b, x, y)};
  const Value product = multiply(b, convert(b, x, wide), convert(b, y, wide));
  return {convert(b, shift_right(b, product, width), element)};
}

}  // namespace

OpDef mulhi() {
  return {
      .name = "chlo.mulhi",
      .assembly = "$0, $1 : arrow",
      .infer = same_type_as_operands(2, Elements::integers),
      .evaluate = elementwise(static_cast<FloatBinary>(nullptr), high_half),
      .no_derivative = kNotDifferentiable,
      .decompose = decompose,
  };
}

}  // namespace tutti::op
