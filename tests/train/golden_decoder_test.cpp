// SPDX-License-Identifier: Apache-2.0
// Decoders against PyTorch in float64: two documents in one row, that do not see each other.
#include <gtest/gtest.h>

#include "backend/reference/reference_backend.h"
#include "golden_compare.h"
#include "golden_documents.h"
#include "golden_run.h"
#include "task/causal/objective.h"

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

INSTANTIATE_TEST_SUITE_P(Models, GoldenDecoder, testing::Values("gpt2", "llama", "qwen2", "qwen3"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace tutti
