// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "ir/small_float.h"
#include "op/catalogue.h"
#include "op/checks.h"

namespace tutti::op {
namespace {

/// Representable values between two finite numbers; those of opposite signs add up. Not finite: 0
/// for equal bits or NaN with NaN, else the largest distance.
uint64_t distance(double x, double y, ElementType type) {
  if (std::isnan(x) && std::isnan(y)) return 0;
  const uint64_t sign = uint64_t{1} << (bit_width(type) - 1);
  const uint64_t a = ir::float_bits(x, type), b = ir::float_bits(y, type);
  if (!std::isfinite(x) || !std::isfinite(y)) return a == b ? 0 : UINT64_MAX;
  const uint64_t magnitude_a = a & ~sign, magnitude_b = b & ~sign;
  if ((a & sign) != (b & sign)) return magnitude_a + magnitude_b;
  return magnitude_a > magnitude_b ? magnitude_a - magnitude_b : magnitude_b - magnitude_a;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const auto least = static_cast<uint64_t>(op.int_attribute("min_ulp_difference", 0));
  const auto most = static_cast<uint64_t>(op.int_attribute("max_ulp_difference", 1));
  const ElementType part = real_type(in[0]->type.element);
  const auto close = [&](double x, double y) {
    const uint64_t ulps = distance(x, y, part);
    const bool finite = std::isfinite(x) && std::isfinite(y);
    return finite ? ulps >= least && ulps <= most : ulps == 0;
  };
  hold_elements(op, *in[0], *in[1], [&](const Array& found, const Array& expected, int64_t index) {
    if (found.is_float()) return close(found.f(index), expected.f(index));
    // Of the parts of a complex number the one farther away counts.
    const Complex x = found.c(index), y = expected.c(index);
    const bool imaginary = distance(x.imag(), y.imag(), part) > distance(x.real(), y.real(), part);
    return imaginary ? close(x.imag(), y.imag()) : close(x.real(), y.real());
  });
  return {};
}

}  // namespace

OpDef check_expect_close() {
  return {
      .name = "check.expect_close",
      .assembly =
          "$0, $1[, max_ulp_difference = {max_ulp_difference:int}][, min_ulp_difference = "
          "{min_ulp_difference:int}] : operands",
      .infer = [](const Operation& op) -> std::vector<Type> {
        const std::vector<Type> results = infer_check(op);
        expect_elements(op, 0, Elements::floats_or_complex);
        constraint(op,
                   op.int_attribute("min_ulp_difference", 0) >= 0 &&
                       op.int_attribute("max_ulp_difference", 1) >= 0,
                   "expect_close_c2",
                   "a difference in units of the last place is negative, expected 0 or more");
        return results;
      },
      .evaluate = evaluate,
      .no_derivative = "it makes no value",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
