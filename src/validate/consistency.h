// SPDX-License-Identifier: Apache-2.0
// Checks whether a backend agrees with itself: the same bits when a program runs again, and the
// same answers for a feature in any batch.
#pragma once

#include "backend/backend.h"
#include "data/rows.h"
#include "validate/compare.h"
#include "validate/program.h"

namespace tutti::validate {

struct Check {
  std::string name;  // "batch_size[4]"
  bool passed = false;
  std::string detail = {};
  double seconds = 0;
};

/// Passes if five runs of the program give the same bits.
Check check_repeats(backend::Backend& backend, const CheckedProgram& program);

/// A model and the features with which its forward function is run.
struct FeatureInput {
  const task::Objective& objective;
  const std::vector<ir::Tensor>& parameters;
  const data::FeatureSource& features;
  int64_t length = 384;  // of a padded row
};

/// Batches of 2, 4 and 8 copies of the first feature give what it gives alone, within a tenth of
/// the backend's threshold; the position of each output's largest value is the reference's.
/// `expected` are the reference's outputs of that feature alone.
std::vector<Check> check_batches(backend::Backend& backend, const FeatureInput& input,
                                 const std::vector<ir::Tensor>& expected,
                                 const Thresholds& thresholds);

/// The forward function for a batch of `copies` copies of the first feature, and its inputs.
struct ForwardProgram {
  ir::Module module;  // @main, lowered
  std::vector<ir::Tensor> inputs;
};
ForwardProgram forward_program(backend::Backend& backend, const FeatureInput& input,
                               int64_t copies);

}  // namespace tutti::validate
