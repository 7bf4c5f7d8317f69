// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "ir/small_float.h"
#include "op/catalogue.h"
#include "op/rules/special_functions.h"

namespace tutti::op {
namespace {

/// The next value of the type after x in the direction of y.
double next_value(double x, double y, ElementType type) {
  if (std::isnan(x) || std::isnan(y)) return x + y;
  if (x == y) return y;
  const uint64_t sign = uint64_t{1} << (bit_width(type) - 1);
  if (x == 0) return ir::float_from_bits((std::signbit(y) ? sign : 0) | 1, type);
  const uint64_t bits = ir::float_bits(x, type);
  return ir::float_from_bits((x < y) == (x > 0) ? bits + 1 : bits - 1, type);
}

ElementType integer_of(ElementType element) {
  const size_t bytes = byte_size(element);
  return bytes == 8 ? ElementType::i64 : bytes == 4 ? ElementType::i32 : ElementType::i16;
}

// Of one sign, floats are ordered as their bits are.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Value x = op.operand(0), y = op.operand(1);
  const Type bits = x->type.with(integer_of(x->type.element));
  const auto bitcast = [&](Value value, const Type& type) {
    return b.one("stablehlo.bitcast_convert", {value}, {}, {type});
  };
  const auto bit_and = [&](Value p, Value q) { return b.one("stablehlo.and", {p, q}); };
  const Value x_bits = bitcast(x, bits), y_bits = bitcast(y, bits);
  const auto width = static_cast<int64_t>(8 * byte_size(bits.element));
  const int64_t least = width == 64 ? INT64_MIN : -(int64_t{1} << (width - 1));
  const auto word = [&](int64_t value) {
    return b.one("stablehlo.constant", {},
                 ir::attributes({{"value", ir::Tensor::splat_int(bits, value)}}));
  };
  const Value sign = word(least), magnitude = word(~least), one = word(1), zero = word(0);
  const Value x_size = bit_and(x_bits, magnitude), y_size = bit_and(y_bits, magnitude);
  const Value differ =
      compare(b, "NE", bit_and(b.one("stablehlo.xor", {x_bits, y_bits}), sign), zero);
  const Value inwards = b.one("stablehlo.or", {compare(b, "GT", x_size, y_size), differ});
  const Value moved = add(b, x_bits, select(b, inwards, word(-1), one));
  const Value smallest = b.one("stablehlo.or", {bit_and(y_bits, sign), one});
  const Value from_zero = select(b, compare(b, "EQ", x_size, zero), smallest, moved);
  Value next = bitcast(from_zero, x->type);
  next = select(b, compare(b, "EQ", x, y), y, next);
  const Value numbers = bit_and(compare(b, "EQ", x, x), compare(b, "EQ", y, y));
  return {select(b, numbers, next, add(b, x, y))};
}

}  // namespace

OpDef next_after() {
  OpDef def = chlo_binary("chlo.next_after", nullptr);
  def.evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
    Array out(op.result_type());
    for (int64_t k = 0; k < out.count(); k++)
      out.f(k) = next_value(in[0]->f(k), in[1]->f(k), out.type.element);
    return {std::move(out)};
  };
  // it follows x at a fixed distance: dx = dy
  def.vjp = [](Vjp& v) { v.operand_gradients = {v.gradient(), nullptr}; };
  def.decompose = decompose;
  return def;
}

}  // namespace tutti::op
