// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/rules/special_functions.h"
#include "op/rules/special_values.h"

namespace tutti::op {
namespace {

// (-1)^(n+1) n! zeta(n + 1, x)
Value formula(Builder& b, Value n, Value x) {
  const Value next = shift(b, n, 1);
  const Value odd = b.one("stablehlo.remainder", {n, constant_like(b, n, 2)});
  const Value sign = shift(b, scale(b, odd, 2), -1);
  const Value factorial = exponential(b, b.one("chlo.lgamma", {next}));
  Value value = multiply(b, multiply(b, sign, factorial), b.one("chlo.zeta", {next, x}));
  const Value zero = zeros_like(b, n);
  value = select(b, compare(b, "EQ", n, zero), b.one("chlo.digamma", {x}), value);
  const Value natural = b.one("stablehlo.and", {compare(b, "EQ", n, b.one("stablehlo.floor", {n})),
                                                compare(b, "GE", n, zero)});
  return select(b, natural, value, constant_like(b, x, std::nan("")));
}

}  // namespace

OpDef polygamma() {
  OpDef def = chlo_binary("chlo.polygamma", polygamma_of);
  // d polygamma(n, x) = polygamma(n + 1, x) dx; in n it is a sequence
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    const Value n = v.op.operand(0), x = v.op.operand(1);
    if (v.wanted[0]) ir::operation_error(v.op, "has a derivative with respect to operand 1 only");
    const Value slope = b.one("chlo.polygamma", {shift(b, n, 1), x});
    v.operand_gradients = {nullptr, multiply(b, v.gradient(), slope)};
  };
  def.decompose = decompose_wide_binary(formula);
  return def;
}

}  // namespace tutti::op
