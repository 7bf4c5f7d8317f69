// SPDX-License-Identifier: Apache-2.0
// The same training step on the CPU backend in float32 and bf16, against PyTorch in float64.
#include <gtest/gtest.h>

#include "backend/cpu/cpu_backend.h"
#include "golden_expect.h"

namespace tutti {
namespace {

TEST(GoldenCpu, MiniBertInFloat32) {
  TUTTI_DATA_OR_SKIP(folder, "golden/bert-mini-random");
  const test::Golden golden(folder / "golden.safetensors");
  backend::CpuBackend cpu;
  test::GoldenRun run(cpu, golden, folder / "config.json", folder, 1e-3, ir::ElementType::f32,
                      false);
  test::expect_mini_bert(run, golden, "cpu float32", {.logits = 2e-5, .gradients = 2e-5});
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
  const double curve = test::curve_error(run, golden.doubles("losses"));
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
