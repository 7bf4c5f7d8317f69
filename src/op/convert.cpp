// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

/// Towards zero, saturating; NaN gives 0, but true as i1.
int64_t integer_of(double value, ElementType type) {
  if (type == ElementType::i1) return value != 0;
  if (std::isnan(value)) return 0;
  if (type == ElementType::ui64) {
    if (value >= 18446744073709551616.0) return -1;
    return value <= 0 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(value));
  }
  const int bits = bit_width(type) - (is_unsigned(type) ? 0 : 1);
  const double limit = std::ldexp(1.0, bits);
  if (value >= limit) return bits == 63 ? INT64_MAX : static_cast<int64_t>(limit) - 1;
  if (is_unsigned(type)) return value <= 0 ? 0 : static_cast<int64_t>(value);
  return value <= -limit ? (bits == 63 ? INT64_MIN : -static_cast<int64_t>(limit))
                         : static_cast<int64_t>(value);
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Array out(op.result_type());
  if (in[0]->is_complex() && !out.is_complex()) {
    Array real(in[0]->type.with(real_type(in[0]->type.element)));
    for (int64_t k = 0; k < real.count(); k++) real.f(k) = in[0]->c(k).real();
    const Array* part = &real;
    return evaluate(op, {&part, 1}, evaluation);
  }
  const ElementType from = in[0]->type.element, to = out.type.element;
  const auto number = [&](int64_t k) {
    return from == ElementType::ui64 ? static_cast<double>(static_cast<uint64_t>(in[0]->i(k)))
                                     : static_cast<double>(in[0]->i(k));
  };
  for (int64_t k = 0; k < out.count(); k++) {
    if (out.is_complex())
      out.c(k) = in[0]->is_complex() ? in[0]->c(k) : in[0]->is_float() ? in[0]->f(k) : number(k);
    else if (out.is_float() && in[0]->is_float())
      out.f(k) = in[0]->f(k);
    else if (out.is_float())
      out.f(k) = number(k);
    else if (in[0]->is_float())
      out.i(k) = integer_of(in[0]->f(k), to);
    else
      out.i(k) = to == ElementType::i1 ? in[0]->i(k) != 0 : in[0]->i(k);
  }
  return {std::move(out)};
}

}  // namespace

OpDef convert() {
  return {
      .name = "stablehlo.convert",
      .assembly = "$0 : same",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        const Type &in = op.operand_type(0), &out = declared(op);
        constraint(op, !in.is_quantized() && !out.is_quantized(), "convert_i1",
                   "converts {} to {}, expected types that are not quantized; uniform_quantize "
                   "and uniform_dequantize convert those",
                   in.str(), out.str());
        constraint(op, ir::compatible(out.shape, in.shape), "convert_c1",
                   "the shape is {}, expected {} as the operand's", ir::str(out.shape),
                   ir::str(in.shape));
        return {in.with(out.element)};
      },
      .evaluate = evaluate,
      // dx = dy in x's type, between floats and complex numbers; integers have none
      .vjp =
          [](Vjp& v) {
            const ElementType from = v.op.operand_type(0).element;
            const ElementType to = v.op.result_type().element;
            const bool floats = is_float(real_type(from)) && is_float(real_type(to));
            v.operand_gradients = {floats ? convert(v.builder, v.gradient(), from) : nullptr};
          },
      .acts_on_parts = true,
      .is_cheap = true,
  };
}

}  // namespace tutti::op
