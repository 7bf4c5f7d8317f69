// SPDX-License-Identifier: Apache-2.0
// The same training step on the CPU backend in float32 and bf16, against PyTorch in float64.
#include <gtest/gtest.h>

#include "backend/cpu/cpu_backend.h"
#include "golden_expect.h"

namespace tutti {
namespace {

void mini_bert(const std::filesystem::path& folder) {
  const test::Golden golden(folder / "golden.safetensors");
  backend::CpuBackend cpu;
  test::GoldenRun run(cpu, golden, folder / "config.json", folder, 1e-3, ir::ElementType::f32,
                      false);
  test::expect_mini_bert(run, golden, "cpu float32", {.logits = 2e-5, .gradients = 2e-5});
}

TEST(GoldenCpu, MiniBertInFloat32) {
  mini_bert(test::golden_data("bert-mini"));
}
TEST(GoldenCpu, MiniBertOnRealTextInFloat32) {
  TUTTI_DATA_OR_SKIP(folder, "golden/bert-mini-random");
  mini_bert(folder);
}

/// Relative error of a loss in bf16: as much as rounding one number makes. Those of many cancel.
constexpr double kBf16Loss = 0x1p-8;

TEST(GoldenCpu, MiniBertInBf16) {
  const auto folder = test::golden_data("bert-mini");
  const test::Golden golden(folder / "golden.safetensors");
  backend::CpuBackend cpu;
  test::GoldenRun run(cpu, golden, folder / "config.json", folder, 1e-3, ir::ElementType::f32,
                      true);
  const double curve = test::curve_error(run, golden.doubles("losses"));
  EXPECT_LE(curve, kBf16Loss);
  std::cout << "mini BERT, cpu bf16: loss curve over 20 steps " << curve << "\n";
}

void minilm(bool bf16, double bound) {
  TUTTI_MINILM_OR_SKIP(model);
  const test::Golden golden(test::golden_data("minilm_qa.safetensors"));
  backend::CpuBackend cpu;
  test::GoldenRun run(cpu, golden, model / "config.json", model, 5e-5, ir::ElementType::f32, bf16);
  run.set_parameter("qa_outputs.weight", golden.doubles("qa_outputs.weight"));
  run.set_parameter("qa_outputs.bias", golden.doubles("qa_outputs.bias"));
  const double curve = test::curve_error(run, golden.doubles("losses"));
  EXPECT_LE(curve, bound);
  std::cout << "MiniLM, cpu " << (bf16 ? "bf16" : "float32") << ": loss curve over 20 steps "
            << curve << "\n";
}

TEST(GoldenCpu, MiniLmInFloat32) {
  minilm(false, 1e-4);
}
TEST(GoldenCpu, MiniLmInBf16) {
  minilm(true, kBf16Loss);
}

}  // namespace
}  // namespace tutti
