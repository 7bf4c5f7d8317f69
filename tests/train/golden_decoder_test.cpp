// SPDX-License-Identifier: Apache-2.0
// Decoders against PyTorch in float64: two documents in one row, that do not see each other.
#include <gtest/gtest.h>

#include <iostream>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "golden_compare.h"
#include "golden_documents.h"
#include "support/pjrt.h"

namespace tutti {
namespace {

constexpr double kBound = 1e-10;

/// Compares each token's loss with the one that its golden logits give.
void expect_losses(const test::Golden& golden, const ir::Tensor& found) {
  const std::vector<double> logits = golden.doubles("logits");
  const std::vector<int64_t> labels = golden.ints("labels");
  const size_t vocabulary = logits.size() / labels.size();
  for (size_t i = 0; i + 1 < labels.size(); i++) {
    double expected = 0;
    if (labels[i + 1] >= 0) {
      double sum = 0;
      for (size_t k = 0; k < vocabulary; k++) sum += std::exp(logits[i * vocabulary + k]);
      expected = std::log(sum) - logits[i * vocabulary + static_cast<size_t>(labels[i + 1])];
    }
    EXPECT_NEAR(found.float_at(static_cast<int64_t>(i)), expected, kBound) << i;
  }
}

class GoldenDecoder : public testing::TestWithParam<const char*> {};

TEST_P(GoldenDecoder, FollowsPyTorchToTenDigits) {
  TUTTI_DATA_OR_SKIP(folder, std::string("golden/causal/") + GetParam() + "-mini-random");
  const test::Golden golden(folder / "golden.safetensors");
  for (const char* dialect : {"config.transformers4.json", "config.json"}) {
    const auto file = folder / dialect;
    if (!std::filesystem::exists(file)) continue;  // Qwen3 is younger than transformers 4's form
    backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
    test::GoldenRun run(
        reference, golden,
        task::causal::next_token(model::open_model(format::read_json(file), file.string())),
        test::document_batch, folder, 1e-3, ir::ElementType::f64);
    expect_losses(golden, run.run("forward", false)[0]);

    const auto sums = run.run("gradients", true);
    const double counted = sums[run.parameters() + 1].float_at(0);
    EXPECT_NEAR(sums[run.parameters()].float_at(0) / counted, golden.doubles("loss")[0], kBound);
    const auto losses = golden.doubles("losses"), norms = golden.doubles("gradient_norms");
    for (size_t i = 0; i < run.parameters(); i++) {
      const std::string& name = run.objective().parameters[i].name;
      EXPECT_LE(test::error_of(golden, "gradient." + name, test::scaled(sums[i], 1 / counted),
                               1e-6 * norms[0]),
                kBound)
          << name;
    }
    if (dialect != std::string("config.json")) continue;
    for (size_t step = 0; step < losses.size(); step++) {
      const test::StepReport report = run.step();
      EXPECT_NEAR(report.loss, losses[step], kBound * losses[step]) << step;
      EXPECT_NEAR(report.norm, norms[step], kBound * norms[step]) << step;
    }
    for (size_t i = 0; i < run.parameters(); i++) {
      const std::string name = "parameter_after_10." + run.objective().parameters[i].name;
      EXPECT_LE(test::error_of(golden, name, run.parameter(i), 0), 1e-8) << name;
    }
  }
}

constexpr double kLogits = 2e-5;      // of the largest, in float32
constexpr double kFloatCurve = 1e-4;  // relative, in float32

/// A decoder and what PyTorch computed of it in float64.
struct GoldenModel {
  explicit GoldenModel(const std::filesystem::path& from)
      : folder(from),
        golden(from / "golden.safetensors"),
        model(model::open_model(format::read_json(from / "config.json"), from.string())) {}

  test::GoldenRun run(backend::Backend& backend, task::Objective objective, bool bf16) const {
    return test::GoldenRun(backend, golden, std::move(objective), test::document_batch, folder,
                           1e-3, ir::ElementType::f32, bf16);
  }
  /// The largest difference of a loss in ten steps; relative in float32.
  double curve(backend::Backend& backend, bool bf16) const {
    test::GoldenRun steps = run(backend, task::causal::next_token(model), bf16);
    double largest = 0;
    for (const double expected : golden.doubles("losses"))
      largest = std::max(largest, std::fabs(steps.step().loss - expected) / (bf16 ? 1 : expected));
    return largest;
  }

  std::filesystem::path folder;
  test::Golden golden;
  model::Model model;
};

/// How far ten steps in bf16 may be from float64. AdamW makes steps of one size out of gradients of
/// any size, so roundings of small ones move a curve by chance: for a model whose curve the judge
/// itself, which rounds as the program says and sums exactly, moves by more than half of 0.02, it
/// is twice the judge's distance.
double bf16_bound(const GoldenModel& model) {
  backend::ReferenceBackend judge(available_cpus(), op::Rounding::typed);
  return std::max(0.02, 2 * model.curve(judge, true));
}

/// Logits in float32, and ten steps in float32 and in bf16, against PyTorch in float64.
void expect_like_pytorch(backend::Backend& backend, const std::filesystem::path& folder) {
  const GoldenModel model(folder);
  const ir::Tensor logits =
      model.run(backend, test::logits_objective(model.model), false).run("forward", false)[0];
  const double logits_error = test::error_of(model.golden, "logits", logits, 0);
  EXPECT_LE(logits_error, kLogits);
  const double in_float = model.curve(backend, false), in_bf16 = model.curve(backend, true);
  EXPECT_LE(in_float, kFloatCurve);
  EXPECT_LE(in_bf16, bf16_bound(model));
  std::cout << folder.filename().string() << ": logits " << logits_error << ", loss curve "
            << in_float << ", in bf16 " << in_bf16 << "\n";
}

TEST_P(GoldenDecoder, IsNearPyTorchOnTheCpu) {
  TUTTI_DATA_OR_SKIP(folder, std::string("golden/causal/") + GetParam() + "-mini-random");
  backend::CpuBackend cpu;
  expect_like_pytorch(cpu, folder);
}

TEST_P(GoldenDecoder, IsNearPyTorchOnXlasPlugin) {
  TUTTI_PLUGIN_OR_SKIP(library);
  TUTTI_DATA_OR_SKIP(folder, std::string("golden/causal/") + GetParam() + "-mini-random");
  backend::PjrtOptions options;
  options.library = library;
  options.options = {{"cpu_device_count", int64_t{1}}};
  backend::PjrtBackend plugin(options);
  expect_like_pytorch(plugin, folder);
}

INSTANTIATE_TEST_SUITE_P(Models, GoldenDecoder, testing::Values("gpt2", "llama", "qwen2", "qwen3"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace tutti
