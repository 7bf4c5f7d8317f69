// SPDX-License-Identifier: Apache-2.0
// A training step through a PJRT plugin, against PyTorch in float64.
#include <gtest/gtest.h>

#include "golden_expect.h"
#include "support/pjrt.h"

namespace tutti {
namespace {

backend::PjrtOptions one_device(const std::filesystem::path& library) {
  backend::PjrtOptions options;
  options.library = library;
  options.options = {{"cpu_device_count", int64_t{1}}};
  return options;
}

TEST(GoldenPjrt, MiniBertInFloat32) {
  TUTTI_PLUGIN_OR_SKIP(library);
  TUTTI_DATA_OR_SKIP(folder, "golden/bert-mini-random");
  const test::Golden golden(folder / "golden.safetensors");
  backend::PjrtBackend plugin(one_device(library));
  test::GoldenRun run(plugin, golden, folder / "config.json", folder, 1e-3, ir::ElementType::f32,
                      false);
  test::expect_mini_bert(run, golden, "XLA's CPU plugin", {.logits = 1e-5, .gradients = 1e-4});
}

TEST(GoldenPjrt, MiniBertInBf16WithDropout) {
  TUTTI_PLUGIN_OR_SKIP(library);
  TUTTI_DATA_OR_SKIP(folder, "golden/bert-mini-random");
  const test::Golden golden(folder / "golden.safetensors");
  backend::PjrtBackend plugin(one_device(library));
  test::GoldenRun run(plugin, golden, folder / "config.json", folder, 1e-3, ir::ElementType::f32,
                      /*bf16=*/true, /*dropout=*/true);
  // PyTorch drew no masks: dropout moves the loss, and not far.
  const double expected = golden.doubles("losses")[0], loss = run.step().loss;
  EXPECT_NEAR(loss, expected, 0.2 * expected);
  EXPECT_GT(std::fabs(loss - expected), 1e-3 * expected);
  EXPECT_TRUE(std::isfinite(run.step().norm));
}

}  // namespace
}  // namespace tutti
