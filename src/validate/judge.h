// SPDX-License-Identifier: Apache-2.0
// Whether a backend's results are the reference's, tensor by tensor.
#pragma once

#include "validate/compare.h"
#include "validate/program.h"

namespace tutti::validate {

struct Verdict {
  std::string name;
  Role role = Role::output;
  Difference difference = {};  // of a parameter: of its clear elements, the cosine their update's
  double bound = 0;            // difference.maximum is to be below it
  bool cosine_asked = true;
  bool is_noise = false;  // of a gradient that is zero in mathematics
  bool passed = false;
  std::string why = {};  // it did not pass, or what else there is to say
  double seconds = 0;    // that comparing took
};

/// One verdict for each result. What the threshold on differences is taken of:
///   outputs, loss  1 for a model, as the tolerance is meant for logits; for a program of other
///                  origin the larger of 1 and the tensor's largest value
///   gradients      the larger of the tensor's largest value and 1/1000 of the global norm
/// A gradient that is zero in mathematics (largest value below tolerance / 1000 of the global norm)
/// is rounding noise of sums that cancel: it is asked no cosine.
///
/// A parameter is held by its update, whatever the tolerance. AdamW's first step moves an element
/// of gradient g by lr f(g), f(g) = g / (|g| + epsilon), beside its weight decay (Kingma and Ba,
/// "Adam", 2015, algorithm 1 at t = 1). An element is clear where |g| >= k d, d being the bound of
/// the gradient's difference and k = 100, or where g is zero on both. Within d its f moves by at
/// most d epsilon / ((k - 1) d + epsilon)^2, and that is at most 1/k of f(k d), whatever epsilon:
///   clear elements  differ by less than 1/k of the tensor's largest clear update, and their update
///                   points the same way (the cosine)
///   all others      their sign may be noise: differ by less than twice the largest update of all
/// Both with 4 u of the tensor's largest value for the roundings of p - update, u the roundoff.
///
/// Integers must be equal. A tensor of which no finite element is left to compare does not pass.
std::vector<Verdict> judge(const Program& program, const std::vector<ir::Tensor>& expected,
                           const std::vector<ir::Tensor>& found, const Thresholds& thresholds);

bool all_passed(const std::vector<Verdict>& verdicts);

}  // namespace tutti::validate
