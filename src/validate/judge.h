// SPDX-License-Identifier: Apache-2.0
// Whether a backend's results are the reference's, tensor by tensor.
#pragma once

#include "validate/compare.h"
#include "validate/program.h"

namespace tutti::validate {

struct Verdict {
  std::string name;
  Role role = Role::output;
  Difference difference = {};  // of a parameter the cosine is that of its update
  double bound = 0;            // difference.maximum is to be below it
  bool cosine_asked = true;
  bool passed = false;
  std::string why = {};  // it did not pass, or what else there is to say
  double seconds = 0;    // that comparing took
};

/// One verdict for each result. What the threshold on differences is taken of:
///   outputs, loss  1 for a model, as the tolerance is meant for logits; for a program of other
///                  origin the larger of 1 and the tensor's largest value
///   gradients      the larger of the tensor's largest value and 1/1000 of the global norm
///   parameters     1; their updates must point the same way
/// A gradient that is zero in mathematics (largest value below tolerance / 1000 of the global norm)
/// is rounding noise of sums that cancel: it and its parameter's update are asked no cosine.
/// Integers must be equal. A tensor of which no finite element is left to compare does not pass.
std::vector<Verdict> judge(const Program& program, const std::vector<ir::Tensor>& expected,
                           const std::vector<ir::Tensor>& found, const Thresholds& thresholds);

bool all_passed(const std::vector<Verdict>& verdicts);

}  // namespace tutti::validate
