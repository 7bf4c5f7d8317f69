// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

Complex sign_of_complex(Complex z) {
  if (std::isnan(z.real()) || std::isnan(z.imag())) return Complex(NAN, NAN);
  return z == 0.0 ? Complex() : z / std::abs(z);
}

// u = z / |z| turns with z and keeps its size: dz = (du - Re(u du) conj(u)) / |z|, 0 at 0
Value complex_gradient(Builder& b, Value z, Value u, Value du) {
  const auto part = [&](const char* name, Value value) { return b.one(name, {value}); };
  Value size = part("stablehlo.abs", z);
  Value inverse = select(b, compare(b, "EQ", size, zeros_like(b, size)), zeros_like(b, size),
                         divide(b, constant_like(b, size, 1), size));
  Value along = part("stablehlo.real", multiply(b, u, du));
  Value real =
      subtract(b, part("stablehlo.real", du), multiply(b, along, part("stablehlo.real", u)));
  Value imaginary =
      add(b, part("stablehlo.imag", du), multiply(b, along, part("stablehlo.imag", u)));
  return b.one("stablehlo.complex", {multiply(b, real, inverse), multiply(b, imaginary, inverse)});
}

}  // namespace

OpDef sign() {
  return {
      .name = "stablehlo.sign",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::signed_numbers),
      .evaluate =
          elementwise([](double x) { return std::isnan(x) || x == 0 ? x : std::copysign(1.0, x); },
                      [](int64_t x, ElementType) -> int64_t { return x > 0   ? 1
                                                                     : x < 0 ? -1
                                                                             : 0; },
                      sign_of_complex),
      .vjp =
          [](Vjp& v) {
            if (!is_complex(v.op.result_type().element)) return vjp_of_steps(v);
            v.operand_gradients = {
                complex_gradient(v.builder, v.op.operand(0), v.op.result(), v.gradient())};
          },
  };
}

}  // namespace tutti::op
