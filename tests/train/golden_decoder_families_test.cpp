// SPDX-License-Identifier: Apache-2.0
// Families of decoders, on padded texts, against PyTorch in float64: logits, loss, all gradients
// and ten steps.
#include <gtest/gtest.h>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "golden_compare.h"
#include "golden_documents.h"

namespace tutti {
namespace {

/// The gradient that PyTorch has of a parameter; it holds the weights of all experts in one tensor,
/// and those of gate and up in one.
std::vector<double> golden_gradient(const test::Golden& golden, const std::string& name,
                                    const ir::Shape& shape) {
  const size_t at = name.find(".experts.");
  if (at == name.npos) return golden.doubles("gradient." + name);
  const std::string expert = name.substr(at + 9);
  const bool is_down = expert.ends_with("down_proj.weight");
  const std::vector<double> all = golden.doubles("gradient." + name.substr(0, at) + ".experts." +
                                                 (is_down ? "down_proj" : "gate_up_proj"));
  const auto size = static_cast<size_t>(shape[0] * shape[1]), of_one = is_down ? size : 2 * size;
  const size_t half = expert.ends_with("up_proj.weight") ? size : 0;
  const auto from = all.begin() + static_cast<std::ptrdiff_t>(std::stoul(expert) * of_one + half);
  return {from, from + static_cast<std::ptrdiff_t>(size)};
}

/// How far results may be from PyTorch's: outputs and losses, gradients, losses of later steps.
struct Bounds {
  double outputs, gradients, curve;
};

class GoldenFamily : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    TUTTI_DATA_OR_SKIP(folder, std::string("golden/models/") + GetParam() + "/causal");
    folder_ = folder;
  }

  model::Model model(const char* dialect = "config.json") const {
    return model::open_model(format::read_json(folder_ / dialect), dialect);
  }
  test::GoldenRun run(backend::Backend& backend, const test::Golden& golden,
                      task::Objective objective, ir::ElementType element) const {
    return {backend, golden, std::move(objective), test::padded_batch, folder_, 1e-3, element};
  }

  void expect_gradients(test::GoldenRun& run, const test::Golden& golden,
                        const Bounds& bounds) const {
    const auto sums = run.run("gradients", true);
    const size_t count = run.parameters();
    const double weight = sums[count + 1].float_at(0), loss = golden.doubles("loss")[0];
    EXPECT_NEAR(sums[count].float_at(0) / weight, loss, bounds.outputs * loss);
    const double norm = golden.doubles("gradient_norms")[0];
    for (size_t i = 0; i < count; i++) {
      const std::string& name = run.objective().parameters[i].name;
      // One folder leaves out that of the embedding: the norm of all has it.
      if (name == "model.embed_tokens.weight" && !golden.has("gradient." + name)) continue;
      const auto expected = golden_gradient(golden, name, sums[i].type().shape);
      double error = 0;
      for (size_t k = 0; k < expected.size(); k++)
        error = std::max(
            error, std::fabs(sums[i].float_at(static_cast<int64_t>(k)) / weight - expected[k]));
      EXPECT_LE(error, bounds.gradients * std::max(test::largest(expected), 1e-6 * norm)) << name;
    }
  }

  void expect_like_pytorch(backend::Backend& backend, ir::ElementType element, const char* dialect,
                           const Bounds& bounds) const {
    const test::Golden golden(folder_ / "golden.safetensors");
    const ir::Tensor logits = run(backend, golden, test::logits_objective(model(dialect)), element)
                                  .run("forward", false)[0];
    const auto expected = golden.doubles("logits_of_last_row");
    const auto first = logits.type().count() - static_cast<int64_t>(expected.size());
    double error = 0;
    for (size_t i = 0; i < expected.size(); i++)
      error = std::max(error,
                       std::fabs(logits.float_at(first + static_cast<int64_t>(i)) - expected[i]));
    EXPECT_LE(error / test::largest(expected), bounds.outputs);
    test::GoldenRun steps = run(backend, golden, task::causal::next_token(model(dialect)), element);
    expect_gradients(steps, golden, bounds);
    const auto losses = golden.doubles("losses"), norms = golden.doubles("gradient_norms");
    for (size_t step = 0; step < losses.size(); step++) {
      const test::StepReport report = steps.step();
      EXPECT_NEAR(report.loss, losses[step], bounds.curve * losses[step]) << step;
      EXPECT_NEAR(report.norm, norms[step], bounds.curve * norms[step]) << step;
    }
    EXPECT_EQ(losses.size(), 10U);
  }

  std::filesystem::path folder_;
};

TEST_P(GoldenFamily, FollowsPyTorchToTenDigits) {
  for (const char* dialect : {"config.transformers4.json", "config.json"}) {
    backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
    expect_like_pytorch(reference, ir::ElementType::f64, dialect, {1e-10, 1e-10, 1e-10});
  }
}

TEST_P(GoldenFamily, IsNearPyTorchOnTheCpu) {
  backend::CpuBackend cpu;
  expect_like_pytorch(cpu, ir::ElementType::f32, "config.json", {2e-5, 2e-5, 1e-4});
}

INSTANTIATE_TEST_SUITE_P(Models, GoldenFamily,
                         testing::Values("gemma3", "olmoe", "phi3", "phi3_longrope", "qwen3_moe",
                                         "smollm3"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace tutti
