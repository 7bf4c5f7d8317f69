// SPDX-License-Identifier: Apache-2.0
// A training step through a PJRT plugin, against PyTorch in float64.
#include <gtest/gtest.h>

#include "golden_compare.h"
#include "golden_run.h"
#include "support/pjrt.h"

namespace tutti {
namespace {

TEST(GoldenPjrt, MiniBertInFloat32) {
  TUTTI_PLUGIN_OR_SKIP(library);
  TUTTI_DATA_OR_SKIP(folder, "golden/bert-mini-random");
  const test::Golden golden(folder / "golden.safetensors");
  backend::PjrtOptions options;
  options.library = library;
  options.options = {{"cpu_device_count", int64_t{1}}};
  backend::PjrtBackend plugin(options);
  test::GoldenRun run(plugin, golden, folder / "config.json", folder, 1e-3, ir::ElementType::f32,
                      false);

  const auto logits = run.run("forward", false);
  const double logits_error = std::max(test::error_of(golden, "start_logits", logits[0], 0),
                                       test::error_of(golden, "end_logits", logits[1], 0));
  EXPECT_LE(logits_error, 1e-5);

  const auto sums = run.run("gradients", true);
  const double features = sums[run.parameters() + 1].float_at(0);
  const double global = golden.doubles("gradient_norms")[0];
  double gradient_error = 0;
  for (size_t i = 0; i < run.parameters(); i++) {
    const std::string& name = run.objective().parameters[i].name;
    const ir::Tensor mean = test::scaled(sums[i], 1 / features);
    if (test::is_zero_in_mathematics(name)) {
      EXPECT_LE(test::error_of(golden, "gradient." + name, mean, global), 1e-7) << name;
      continue;
    }
    const double error = test::error_of(golden, "gradient." + name, mean, 1e-6 * global);
    EXPECT_LE(error, 1e-4) << name;
    gradient_error = std::max(gradient_error, error);
  }
  double curve = 0;
  for (const double loss : golden.doubles("losses"))
    curve = std::max(curve, std::fabs(run.step().loss - loss) / loss);
  EXPECT_LE(curve, 1e-4);
  std::cout << "mini BERT, XLA's CPU plugin: logits " << logits_error << ", gradients "
            << gradient_error << ", loss curve " << curve << "\n";
}

}  // namespace
}  // namespace tutti
