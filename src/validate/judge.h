// SPDX-License-Identifier: Apache-2.0
// Decides tensor by tensor whether a backend's results agree with the reference's.
#pragma once

#include "validate/compare.h"
#include "validate/program.h"

namespace tutti::validate {

struct Verdict {
  std::string name;
  Role role = Role::output;
  Difference difference = {};  // for a parameter: of its clear elements, and their updates' cosine
  double bound = 0;            // difference.maximum must be below it
  bool cosine_asked = true;    // whether the cosine must reach its threshold
  bool is_noise = false;       // a gradient that is zero in mathematics
  bool passed = false;
  std::string why = {};  // why it did not pass, or a remark
  double seconds = 0;    // that comparing took
};

/// Gives one verdict for each result. The threshold on differences is multiplied with
///   outputs, loss  1 for a model, as the tolerance is meant for logits; for a program of other
///                  origin the larger of 1 and the tensor's largest value
///   gradients      the larger of the tensor's largest value and 1/1000 of the global norm
/// A gradient that is zero in mathematics (largest value below tolerance / 1000 of the global norm)
/// is rounding noise of sums that cancel, so its cosine is not judged.
///
/// A parameter is judged by its update, whatever the tolerance. AdamW's first step moves an element
/// with gradient g by lr f(g), where f(g) = g / (|g| + epsilon), besides its weight decay (Kingma
/// and Ba, "Adam", 2015, algorithm 1 at t = 1). Let d be the bound of the gradient's difference and
/// k = 100. An element is clear where |g| >= k d, or where g is zero on both backends. If g moves
/// by at most d, f of a clear element moves by at most d epsilon / ((k - 1) d + epsilon)^2, which
/// is at most 1/k of f(k d) for any epsilon. So
///   clear elements  must differ by less than 1/k of the tensor's largest clear update, and the
///                   cosine of their updates is judged where these are well above rounding
///   all others      must differ by less than twice the tensor's largest update, as their sign may
///                   be noise
/// Both bounds have 4 u of the tensor's largest value added for the roundings of p - update, where
/// u is the roundoff.
///
/// Integers must be equal. A tensor without any finite element to compare does not pass.
std::vector<Verdict> judge(const CheckedProgram& program, const std::vector<ir::Tensor>& expected,
                           const std::vector<ir::Tensor>& found, const Thresholds& thresholds);

bool all_passed(const std::vector<Verdict>& verdicts);

}  // namespace tutti::validate
