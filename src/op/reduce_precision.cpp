// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "ir/builder.h"
#include "ir/small_float.h"
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

struct Format {
  int exponent_bits, mantissa_bits;
};

Format format_of(ElementType type) {
  if (type == ElementType::f64) return {11, 52};
  const FloatFormat format = ir::float_format(type);
  return {format.exponent_bits, format.mantissa_bits};
}

/// Without its lowest bits, rounded to nearest even.
uint64_t rounded(uint64_t magnitude, int dropped) {
  const uint64_t kept = (magnitude >> dropped) & 1;
  magnitude += kept + (uint64_t{1} << (dropped - 1)) - 1;
  return magnitude & ~((uint64_t{1} << dropped) - 1);
}

/// Rounds the significand to nearest even, then sends what the exponent cannot hold to infinity or
/// zero.
uint64_t reduced(uint64_t bits, Format from, Format to) {
  const uint64_t sign = uint64_t{1} << (from.exponent_bits + from.mantissa_bits);
  const uint64_t infinity = ((uint64_t{1} << from.exponent_bits) - 1) << from.mantissa_bits;
  const uint64_t negative = bits & sign;
  uint64_t magnitude = bits & ~sign;
  if (magnitude > infinity) return to.mantissa_bits > 0 ? bits : infinity;
  if (to.mantissa_bits < from.mantissa_bits)
    magnitude = rounded(magnitude, from.mantissa_bits - to.mantissa_bits);
  if (to.exponent_bits < from.exponent_bits) {
    const int bias = (1 << (from.exponent_bits - 1)) - 1,
              smaller = (1 << (to.exponent_bits - 1)) - 1;
    const auto exponent = static_cast<int>(magnitude >> from.mantissa_bits);
    if (exponent > bias + smaller) magnitude = infinity;
    if (exponent <= bias - smaller) magnitude = 0;
  }
  return negative | magnitude;
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  expect_elements(op, 0, Elements::floats);
  constraint(op, op.int_attribute("exponent_bits") >= 1, "reduce_precision_c2",
             "exponent_bits is {}, expected at least 1", op.int_attribute("exponent_bits"));
  constraint(op, op.int_attribute("mantissa_bits") >= 0, "reduce_precision_c3",
             "mantissa_bits is {}, expected at least 0", op.int_attribute("mantissa_bits"));
  return {op.operand_type(0)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array out(op.result_type());
  const ElementType type = out.type.element;
  const Format from = format_of(type);
  const auto limited = [](int64_t bits, int most) {
    return static_cast<int>(std::min<int64_t>(bits, most));
  };
  const Format to = {limited(op.int_attribute("exponent_bits"), from.exponent_bits),
                     limited(op.int_attribute("mantissa_bits"), from.mantissa_bits)};
  for (int64_t k = 0; k < out.count(); k++)
    out.f(k) = ir::float_from_bits(reduced(ir::float_bits(in[0]->f(k), type), from, to), type);
  return {std::move(out)};
}

}  // namespace

OpDef reduce_precision() {
  return {
      .name = "stablehlo.reduce_precision",
      .assembly = "$0, format = @exponent_mantissa : same",
      .attributes = "exponent_bits:int32, mantissa_bits:int32",
      .infer = infer,
      .evaluate = evaluate,
      // Rounding counts as the identity; the gradient is rounded in the same way.
      .vjp =
          [](Vjp& v) {
            v.operand_gradients = {
                v.builder.one("stablehlo.reduce_precision", {v.gradient()}, v.op.attributes)};
          },
  };
}

}  // namespace tutti::op
