// SPDX-License-Identifier: Apache-2.0
// The whole training step against PyTorch in float64, by the operations' own meaning.
#include <gtest/gtest.h>

#include "backend/reference/reference_backend.h"
#include "golden_run.h"

namespace tutti {
namespace {

constexpr double kBound = 1e-10;

/// Gradients that are zero in mathematics; their updates are noise over noise.
bool is_zero_in_mathematics(const std::string& name) {
  return name.ends_with("key.bias") || name == "bert.encoder.layer.1.output.LayerNorm.bias" ||
         name == "qa_outputs.bias";
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (double value : values) most = std::max(most, std::fabs(value));
  return most;
}

/// Compares a tensor with its golden value, or with its golden touched rows; the error is relative
/// to the tensor's largest value or `floor`.
double error_of(const test::Golden& golden, const std::string& name, const ir::Tensor& found,
                double floor) {
  const bool rows = !golden.has(name);
  const std::string key = rows ? name + ".touched_rows" : name;
  const auto expected = golden.doubles(key);
  const auto touched = rows ? golden.ints("touched_rows") : std::vector<int64_t>{};
  const int64_t width = found.type().shape.back();
  double error = 0;
  for (size_t i = 0; i < expected.size(); i++) {
    const auto at = static_cast<int64_t>(i);
    const int64_t from = rows ? touched[i / static_cast<size_t>(width)] * width + at % width : at;
    error = std::max(error, std::fabs(found.float_at(from) - expected[i]));
  }
  return error / std::max(largest(expected), floor);
}

class GoldenReference : public testing::Test {
 protected:
  void SetUp() override {
    const auto found = test::test_data("golden/bert-mini-random");
    if (!found) GTEST_SKIP() << "shared data golden/bert-mini-random is not here";
    folder_ = *found;
  }
  std::filesystem::path folder_;
};

TEST_F(GoldenReference, FollowsPyTorchToTenDigits) {
  const test::Golden golden(folder_ / "golden.safetensors");
  backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
  test::GoldenRun run(reference, golden, folder_ / "config.json", folder_, 1e-3,
                      ir::ElementType::f64, false);

  const auto logits = run.run("forward", false);
  EXPECT_LE(error_of(golden, "start_logits", logits[0], 0), kBound);
  EXPECT_LE(error_of(golden, "end_logits", logits[1], 0), kBound);

  const auto sums = run.run("gradients", true);
  const double features = sums[run.parameters() + 1].float_at(0);
  const double global = golden.doubles("gradient_norms")[0];
  EXPECT_NEAR(sums[run.parameters()].float_at(0) / features, golden.doubles("loss")[0], kBound);
  for (size_t i = 0; i < run.parameters(); i++) {
    const std::string& name = run.objective().parameters[i].name;
    std::vector<double> mean;
    for (int64_t k = 0; k < sums[i].type().count(); k++)
      mean.push_back(sums[i].float_at(k) / features);
    EXPECT_LE(
        error_of(golden, "gradient." + name, ir::Tensor::of(sums[i].type(), mean), 1e-6 * global),
        kBound)
        << name;
  }

  const auto losses = golden.doubles("losses"), norms = golden.doubles("gradient_norms");
  for (size_t step = 0; step < losses.size(); step++) {
    const test::StepReport report = run.step();
    EXPECT_NEAR(report.loss, losses[step], kBound * losses[step]) << step;
    EXPECT_NEAR(report.norm, norms[step], kBound * norms[step]) << step;
    if (step != 0 && step != 9) continue;
    for (size_t i = 0; i < run.parameters(); i++) {
      const std::string& name = run.objective().parameters[i].name;
      if (is_zero_in_mathematics(name)) continue;
      EXPECT_LE(error_of(golden, fmt::format("parameter_after_{}.{}", step + 1, name),
                         run.parameter(i), 0),
                kBound)
          << name;
    }
  }
}

}  // namespace
}  // namespace tutti
