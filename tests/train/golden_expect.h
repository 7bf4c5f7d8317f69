// SPDX-License-Identifier: Apache-2.0
// Compares a backend's training of the golden mini BERT in float32 with PyTorch's.
#pragma once

#include <gtest/gtest.h>

#include <iostream>

#include "golden_compare.h"
#include "golden_run.h"

namespace tutti::test {

/// The largest relative distance of two loss curves.
inline double curve_error(GoldenRun& run, const std::vector<double>& expected) {
  double error = 0;
  for (double loss : expected) error = std::max(error, std::fabs(run.step().loss - loss) / loss);
  return error;
}

/// Relative errors: of logits and loss, and of each gradient.
struct GoldenBounds {
  double logits, gradients;
};

inline void expect_mini_bert(GoldenRun& run, const Golden& golden, std::string_view backend,
                             const GoldenBounds& bounds) {
  const auto logits = run.run("forward", false);
  const double logits_error = std::max(error_of(golden, "start_logits", logits[0], 0),
                                       error_of(golden, "end_logits", logits[1], 0));
  EXPECT_LE(logits_error, bounds.logits);

  const auto sums = run.run("gradients", true);
  const double features = sums[run.parameters() + 1].float_at(0);
  EXPECT_NEAR(sums[run.parameters()].float_at(0) / features, golden.doubles("loss")[0],
              bounds.logits * golden.doubles("loss")[0]);
  double gradient_error = 0;
  const double global = golden.doubles("gradient_norms")[0];
  for (size_t i = 0; i < run.parameters(); i++) {
    const std::string& name = run.objective().parameters[i].name;
    const ir::Tensor mean = scaled(sums[i], 1 / features);
    // Where the true gradient is zero, what is left is the rounding of float32 sums that cancel.
    if (is_zero_in_mathematics(name)) {
      EXPECT_LE(error_of(golden, "gradient." + name, mean, global), 1e-7) << name;
      continue;
    }
    const double error = error_of(golden, "gradient." + name, mean, 1e-6 * global);
    EXPECT_LE(error, bounds.gradients) << name;
    gradient_error = std::max(gradient_error, error);
  }
  const double curve = curve_error(run, golden.doubles("losses"));
  EXPECT_LE(curve, 1e-4);
  double parameter_error = 0;
  for (size_t i = 0; i < run.parameters(); i++) {
    const std::string& name = run.objective().parameters[i].name;
    if (is_zero_in_mathematics(name) || !golden.has("parameter_after_20." + name)) continue;
    const double error = error_of(golden, "parameter_after_20." + name, run.parameter(i), 0);
    EXPECT_LE(error, 5e-4) << name;
    parameter_error = std::max(parameter_error, error);
  }
  std::cout << "mini BERT, " << backend << ": logits " << logits_error << ", gradients "
            << gradient_error << ", loss curve " << curve << ", parameters after it "
            << parameter_error << "\n";
}

}  // namespace tutti::test
