// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

std::string default_kind(ElementType type) {
  if (is_float(type) || is_complex(type) || type == ElementType::quantized) return "FLOAT";
  return is_signed(type) ? "SIGNED" : "UNSIGNED";
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  const Type& lhs = op.operand_type(0);
  constraint(op, same_baseline_elements(lhs, op.operand_type(1)), "compare_c1",
             "the operands are a {} and a {}, expected the same elements", lhs.str(),
             op.operand_type(1).str());
  if (!ir::compatible(lhs.shape, op.operand_type(1).shape))
    constraint(op, false, "compare_c2", "the shapes are {} and {}, expected the same",
               ir::str(lhs.shape), ir::str(op.operand_type(1).shape));
  const std::string kind = op.enum_attribute("compare_type", default_kind(lhs.element));
  const bool fits =
      kind == "NOTYPE" || kind == default_kind(lhs.element) ||
      (kind == "TOTALORDER" && default_kind(lhs.element) == "FLOAT" && !is_complex(lhs.element));
  constraint(op, fits, "compare_c3", "compare_type is {}, expected {} for elements of type {}",
             kind, default_kind(lhs.element), name_of(lhs.element));
  return {Type::tensor(ElementType::i1, ir::merged(lhs.shape, op.operand_type(1).shape))};
}

template <typename T>
bool holds(const std::string& direction, T x, T y) {
  if (direction == "EQ") return x == y;
  if (direction == "NE") return x != y;
  if (direction == "LT") return x < y;
  if (direction == "LE") return x <= y;
  if (direction == "GT") return x > y;
  return x >= y;
}

/// Complex numbers in the order of their real, then their imaginary parts.
bool holds_complex(const std::string& direction, Complex x, Complex y) {
  if (direction == "EQ" || direction == "NE") return (x == y) == (direction == "EQ");
  return x.real() == y.real() ? holds(direction, x.imag(), y.imag())
                              : holds(direction, x.real(), y.real());
}

/// IEEE 754 totalOrder as an integer: -NaN < -inf < ... < -0 < +0 < ... < NaN.
int64_t total_order(double value) {
  const auto bits = std::bit_cast<int64_t>(value);
  return bits < 0 ? bits ^ INT64_MAX : bits;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array out(op.result_type());
  const std::string direction = op.enum_attribute("comparison_direction");
  const bool total = op.enum_attribute("compare_type", "NOTYPE") == "TOTALORDER";
  const bool wide_unsigned = in[0]->type.element == ElementType::ui64;
  for (int64_t k = 0; k < out.count(); k++) {
    if (in[0]->is_float() && total)
      out.i(k) = holds(direction, total_order(in[0]->f(k)), total_order(in[1]->f(k)));
    else if (in[0]->is_float())
      out.i(k) = holds(direction, in[0]->f(k), in[1]->f(k));
    else if (in[0]->is_complex())
      out.i(k) = holds_complex(direction, in[0]->c(k), in[1]->c(k));
    else if (wide_unsigned)
      out.i(k) =
          holds(direction, static_cast<uint64_t>(in[0]->i(k)), static_cast<uint64_t>(in[1]->i(k)));
    else
      out.i(k) = holds(direction, in[0]->i(k), in[1]->i(k));
  }
  return {std::move(out)};
}

}  // namespace

OpDef compare() {
  return {
      .name = "stablehlo.compare",
      .assembly =
          "{comparison_direction:enum.comparison_direction:i3}, $0, $1[, "
          "{compare_type:enum.comparison_type:i4}] : functional",
      .infer = infer,
      .result_constraints = {.element = 0, .shape = 2, .count = 2},
      .evaluate = evaluate,
      .no_derivative = kNotDifferentiable,
  };
}

}  // namespace tutti::op
