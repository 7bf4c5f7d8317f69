// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/special_functions.h"
#include "op/rules/special_values.h"

namespace tutti::op {

OpDef bessel_i1e() {
  // Its derivative is that of the polynomials.
  OpDef def = chlo_unary("chlo.bessel_i1e", scaled_bessel_i1);
  def.decompose = decompose_wide(scaled_bessel_i1_formula);
  return def;
}

}  // namespace tutti::op
