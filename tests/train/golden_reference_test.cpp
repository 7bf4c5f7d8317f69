// SPDX-License-Identifier: Apache-2.0
// The whole training step against PyTorch in float64, by the operations' own meaning.
#include <gtest/gtest.h>

#include <set>

#include "backend/reference/reference_backend.h"
#include "golden_compare.h"
#include "golden_run.h"

namespace tutti {
namespace {

constexpr double kBound = 1e-10;

/// The largest relative error of the parameters after a step.
void expect_parameters(test::GoldenRun& run, const test::Golden& golden,
                       const std::string& prefix) {
  for (size_t i = 0; i < run.parameters(); i++) {
    const std::string& name = run.objective().parameters[i].name;
    if (test::is_zero_in_mathematics(name)) continue;
    EXPECT_LE(test::error_of(golden, prefix + name, run.parameter(i), 0), kBound) << prefix << name;
  }
}

/// Compares 20 steps of a small encoder; `kept` are the steps whose parameters PyTorch kept.
void expect_ten_digits(const std::filesystem::path& folder, const std::set<size_t>& kept) {
  const test::Golden golden(folder / "golden.safetensors");
  backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
  test::GoldenRun run(reference, golden, folder / "config.json", folder, 1e-3, ir::ElementType::f64,
                      false);

  const auto logits = run.run("forward", false);
  EXPECT_LE(test::error_of(golden, "start_logits", logits[0], 0), kBound);
  EXPECT_LE(test::error_of(golden, "end_logits", logits[1], 0), kBound);

  const auto sums = run.run("gradients", true);
  const double features = sums[run.parameters() + 1].float_at(0);
  const double global = golden.doubles("gradient_norms")[0];
  EXPECT_NEAR(sums[run.parameters()].float_at(0) / features, golden.doubles("loss")[0], kBound);
  for (size_t i = 0; i < run.parameters(); i++) {
    const std::string& name = run.objective().parameters[i].name;
    EXPECT_LE(test::error_of(golden, "gradient." + name, test::scaled(sums[i], 1 / features),
                             1e-6 * global),
              kBound)
        << name;
  }

  const auto losses = golden.doubles("losses"), norms = golden.doubles("gradient_norms");
  for (size_t step = 0; step < losses.size(); step++) {
    const test::StepReport report = run.step();
    EXPECT_NEAR(report.loss, losses[step], kBound * losses[step]) << step;
    EXPECT_NEAR(report.norm, norms[step], kBound * norms[step]) << step;
    if (kept.contains(step + 1))
      expect_parameters(run, golden, fmt::format("parameter_after_{}.", step + 1));
  }
  EXPECT_EQ(losses.size(), 20U);
}

TEST(GoldenReference, FollowsPyTorchToTenDigits) {
  expect_ten_digits(test::golden_data("bert-mini"), {1, 20});
}

TEST(GoldenReference, FollowsPyTorchToTenDigitsInEachFamily) {
  for (const char* family : {"roberta", "distilbert", "electra"}) {
    SCOPED_TRACE(family);
    expect_ten_digits(test::golden_data("encoders") / family, {});
  }
}

TEST(GoldenReference, FollowsPyTorchToTenDigitsOnRealText) {
  TUTTI_DATA_OR_SKIP(folder, "golden/bert-mini-random");
  expect_ten_digits(folder, {1, 10});
}

}  // namespace
}  // namespace tutti
