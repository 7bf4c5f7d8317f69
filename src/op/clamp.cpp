// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  const Type& operand = op.operand_type(1);
  for (size_t i : {size_t{0}, size_t{2}}) {
    constraint(
        op,
        op.operand_type(i).rank() == 0 || ir::compatible(op.operand_type(i).shape, operand.shape),
        i ? "clamp_c2" : "clamp_c1", "a bound has shape {}, expected [] or {}",
        ir::str(op.operand_type(i).shape), ir::str(operand.shape));
    constraint(op, same_baseline_elements(op.operand_type(i), operand), "clamp_c3",
               "a bound is a {}, expected elements as of {}", op.operand_type(i).str(),
               operand.str());
  }
  return {operand};
}

/// NaN anywhere gives NaN.
double limited(double x, double low, double high) {
  if (std::isnan(low) || std::isnan(high)) return std::numeric_limits<double>::quiet_NaN();
  return std::min(std::max(x, low), high);
}

/// Complex numbers in the order of their real, then their imaginary parts.
Complex limited(Complex x, Complex low, Complex high) {
  const auto less = [](Complex a, Complex b) {
    return a.real() == b.real() ? a.imag() < b.imag() : a.real() < b.real();
  };
  return std::min(std::max(x, low, less), high, less);
}

}  // namespace

OpDef clamp() {
  return {
      .name = "stablehlo.clamp",
      .assembly = "$0, $1, $2 : same",
      .infer = infer,
      .result_constraints = {.element = 4, .shape = 4, .count = 4},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        for (int64_t k = 0; k < out.count(); k++) {
          const int64_t low = in[0]->count() == 1 ? 0 : k, high = in[2]->count() == 1 ? 0 : k;
          if (out.is_float())
            out.f(k) = limited(in[1]->f(k), in[0]->f(low), in[2]->f(high));
          else if (out.is_complex())
            out.c(k) = limited(in[1]->c(k), in[0]->c(low), in[2]->c(high));
          else if (out.type.element == ElementType::ui64)
            out.i(k) = static_cast<int64_t>(std::min(
                std::max(static_cast<uint64_t>(in[1]->i(k)), static_cast<uint64_t>(in[0]->i(low))),
                static_cast<uint64_t>(in[2]->i(high))));
          else
            out.i(k) = std::min(std::max(in[1]->i(k), in[0]->i(low)), in[2]->i(high));
        }
        return {std::move(out)};
      },
      // the gradient goes to x inside the bounds, to the bound outside
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value x = v.op.operand(1), dy = v.gradient(), zero = zeros_like(b, dy);
            const auto wide = [&](Value bound) {
              return bound->type.rank() ? bound : splat(b, bound, x->type.shape);
            };
            Value below = compare(b, "LT", x, wide(v.op.operand(0))),
                  above = compare(b, "GT", x, wide(v.op.operand(2)));
            const auto bound_gradient = [&](size_t i, Value where) -> Value {
              if (!v.wanted[i]) return nullptr;
              Value all = select(b, where, dy, zero);
              std::vector<int64_t> axes;
              for (int64_t axis = 0; v.op.operand_type(i).rank() == 0 && axis < x->type.rank();
                   axis++)
                axes.push_back(axis);
              return reduce_sum(b, all, axes);
            };
            v.operand_gradients = {bound_gradient(0, below),
                                   select(b, below, zero, select(b, above, zero, dy)),
                                   bound_gradient(2, above)};
          },
  };
}

}  // namespace tutti::op
