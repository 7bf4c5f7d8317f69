// SPDX-License-Identifier: Apache-2.0
// The same training step on the CPU backend in float32 and bf16, against PyTorch in float64.
#include <gtest/gtest.h>

#include "backend/cpu/cpu_backend.h"
#include "golden_compare.h"
#include "golden_run.h"

namespace tutti {
namespace {

/// The largest relative distance of two loss curves.
double curve_error(test::GoldenRun& run, const std::vector<double>& expected) {
  double error = 0;
  for (double loss : expected) error = std::max(error, std::fabs(run.step().loss - loss) / loss);
  return error;
}

TEST(GoldenCpu, MiniBertInFloat32) {
  TUTTI_DATA_OR_SKIP(folder, "golden/bert-mini-random");
  const test::Golden golden(folder / "golden.safetensors");
  backend::CpuBackend cpu;
  test::GoldenRun run(cpu, golden, folder / "config.json", folder, 1e-3, ir::ElementType::f32,
                      false);
  constexpr double kBound = 2e-5;

  const auto logits = run.run("forward", false);
  const double logits_error = std::max(test::error_of(golden, "start_logits", logits[0], 0),
                                       test::error_of(golden, "end_logits", logits[1], 0));
  EXPECT_LE(logits_error, kBound);

  const auto sums = run.run("gradients", true);
  const double features = sums[run.parameters() + 1].float_at(0);
  EXPECT_NEAR(sums[run.parameters()].float_at(0) / features, golden.doubles("loss")[0],
              kBound * golden.doubles("loss")[0]);
  double gradient_error = 0;
  const double global = golden.doubles("gradient_norms")[0];
  for (size_t i = 0; i < run.parameters(); i++) {
    const std::string& name = run.objective().parameters[i].name;
    const ir::Tensor mean = test::scaled(sums[i], 1 / features);
    // Where the true gradient is zero, what is left is the rounding of float32 sums that cancel.
    if (test::is_zero_in_mathematics(name)) {
      EXPECT_LE(test::error_of(golden, "gradient." + name, mean, global), 1e-7) << name;
      continue;
    }
    const double error = test::error_of(golden, "gradient." + name, mean, 1e-6 * global);
    EXPECT_LE(error, kBound) << name;
    gradient_error = std::max(gradient_error, error);
  }
  const double curve = curve_error(run, golden.doubles("losses"));
  EXPECT_LE(curve, 1e-4);
  std::cout << "mini BERT, cpu float32: logits " << logits_error << ", gradients " << gradient_error
            << ", loss curve " << curve << "\n";
}

void minilm(bool bf16, double bound) {
  TUTTI_DATA_OR_SKIP(file, "golden/minilm-qa/golden.safetensors");
  const auto model = test::minilm_folder();
  if (!model)
    GTEST_SKIP() << "the MiniLM model is not here: set TUTTI_TEST_MINILM to its folder, or run "
                    "./dev quickstart once";
  const test::Golden golden(file);
  backend::CpuBackend cpu;
  test::GoldenRun run(cpu, golden, *model / "config.json", *model, 5e-5, ir::ElementType::f32,
                      bf16);
  run.set_parameter("qa_outputs.weight", golden.doubles("qa_outputs.weight"));
  run.set_parameter("qa_outputs.bias", golden.doubles("qa_outputs.bias"));
  const double curve = curve_error(run, golden.doubles("losses"));
  EXPECT_LE(curve, bound);
  std::cout << "MiniLM, cpu " << (bf16 ? "bf16" : "float32") << ": loss curve over 20 steps "
            << curve << "\n";
}

TEST(GoldenCpu, MiniLmInFloat32) {
  minilm(false, 1e-3);
}
TEST(GoldenCpu, MiniLmInBf16) {
  minilm(true, 2e-2);
}

}  // namespace
}  // namespace tutti
