// SPDX-License-Identifier: Apache-2.0
// A training step through a PJRT plugin, against PyTorch in float64.
#include <gtest/gtest.h>

#include "golden_expect.h"
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
  test::expect_mini_bert(run, golden, "XLA's CPU plugin", {.logits = 1e-5, .gradients = 1e-4});
}

}  // namespace
}  // namespace tutti
