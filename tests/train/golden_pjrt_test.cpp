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
  const auto folder = test::golden_data("bert-mini");
  const test::Golden golden(folder / "golden.safetensors");
  backend::PjrtBackend plugin(one_device(library));
  test::GoldenRun run(plugin, golden, folder / "config.json", folder, 1e-3, ir::ElementType::f32,
                      false);
  test::expect_mini_bert(run, golden, "XLA's CPU plugin", {.logits = 1e-5, .gradients = 1e-4});
}

TEST(GoldenPjrt, MiniBertInBf16WithDropout) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const auto folder = test::golden_data("bert-mini");
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

TEST(GoldenPjrt, MiniLmForward) {
  TUTTI_PLUGIN_OR_SKIP(library);
  TUTTI_MINILM_OR_SKIP(model);
  const test::Golden golden(test::golden_data("minilm_qa.safetensors"));
  backend::PjrtBackend plugin(one_device(library));
  test::GoldenRun run(plugin, golden, model / "config.json", model, 5e-5, ir::ElementType::f32,
                      false);
  run.set_parameter("qa_outputs.weight", golden.doubles("qa_outputs.weight"));
  run.set_parameter("qa_outputs.bias", golden.doubles("qa_outputs.bias"));
  const auto logits = run.run("forward", false);
  const auto mask = golden.ints("attention_mask");
  for (const size_t side : {0, 1}) {
    const auto expected = golden.doubles(side == 0 ? "start_logits" : "end_logits");
    double error = 0, largest = 0;
    for (size_t i = 0; i < expected.size(); i++) {
      if (mask[i] == 0) continue;  // padding
      largest = std::max(largest, std::fabs(expected[i]));
      error =
          std::max(error, std::fabs(logits[side].float_at(static_cast<int64_t>(i)) - expected[i]));
    }
    EXPECT_LE(error, 1e-5 * largest);
    std::cout << "MiniLM, XLA's CPU plugin: logits " << error / largest << "\n";
  }
}

}  // namespace
}  // namespace tutti
