// SPDX-License-Identifier: Apache-2.0
// The diagonal of the resolvent (H - z)^-1 of a tridiagonal matrix H, and its gradient: what both
// ops share. Rows of `a` are the diagonals of independent matrices, `b` is above and `c` below the
// diagonal. With p_i = b_i c_i and d_i = a_i - z:
//   L_0 = d_0,         L_i = d_i - p_{i-1} / L_{i-1}     from left to right
//   R_{N-1} = d_{N-1}, R_i = d_i - p_i / R_{i+1}         from right to left
//   both sides: G_i = 1 / (d_i - p_{i-1} / L_{i-1} - p_i / R_{i+1}),  causal: G_i = 1 / L_i
// For p >= 0 and Im z > 0, all L and R have an imaginary part of at most -Im z: nothing is divided
// by zero, errors do not grow with N, and |G| <= 1 / Im z. A negative p has no such guarantee, so
// it counts as NaN, which reaches every G that depends on it.
#pragma once

#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

struct Resolvent {
  int64_t rows, length;
  Complex z;
  bool is_causal;
  bool shares_couplings;  // b and c are [N - 1], the same for all rows

  /// The index of p_i of a row in b and c.
  int64_t coupling(int64_t row, int64_t i) const {
    return (shares_couplings ? 0 : row * (length - 1)) + i;
  }
};

/// Checks the operands from `first` on: a [..., N] of f32 or f64, b and c both [N - 1] or both
/// [..., N - 1] of the same elements; and `z_real`, `z_imaginary` > 0, `causal`. Constraints are
/// numbered from 1 to 4. Where sizes are not known, those returned have no meaning.
Resolvent resolvent_of(const Operation& op, size_t first);

/// b_i c_i, or NaN where it is negative.
double resolvent_coupling(const Resolvent& r, const Array& b, const Array& c, int64_t row,
                          int64_t i);

/// The results of the ops in simpler ones: loops over the elements, all rows side by side.
std::vector<Value> emit_resolvent(Builder& b, const Operation& op);
std::vector<Value> emit_resolvent_gradient(Builder& b, const Operation& op, bool has_couplings);

}  // namespace tutti::op
