// SPDX-License-Identifier: Apache-2.0
// LoRA adapters against PEFT in float64: logits of every kind of adapter, gradients, ten steps.
#include <gtest/gtest.h>

#include "backend/reference/reference_backend.h"
#include "golden_compare.h"
#include "golden_documents.h"
#include "op/emit.h"
#include "step/adapted_objective.h"
#include "task/causal/objective.h"

namespace tutti {
namespace {

namespace fs = std::filesystem;

constexpr double kBound = 1e-10, kLogitBound = 1e-12;

struct AdapterFolders {
  fs::path base, adapters;

  task::Objective with(const task::Objective& objective, const std::string& adapter) const {
    const fs::path file = adapters / adapter / "adapter_config.json";
    return step::adapted_objective(
        objective, model::parse_adapter_config(read_file(file), file.string()), file.string());
  }
  model::Model model() const {
    const fs::path file = base / "config.json";
    return model::open_model(format::read_json(file), file.string());
  }
  /// What gives the logits of each token.
  task::Objective logits() const {
    task::Objective objective = task::causal::next_token(model());
    objective.outputs = [model = model()](ir::Builder& b, const model::ParameterValues& parameters,
                                          const task::BatchValues& batch,
                                          const model::ForwardOptions& options) {
      return std::vector<ir::Value>{model.next_token_logits(
          b, parameters, model.hidden_states(b, parameters, task::tokens_of(batch), options))};
    };
    objective.loss = [](ir::Builder& b, const std::vector<ir::Value>& outputs,
                        const task::BatchValues&) {
      ir::Value sum = op::reduce_sum(b, outputs[0], {0, 1, 2});
      return task::Loss{sum, op::constant_like(b, sum, 1)};
    };
    return objective;
  }
  std::vector<double> logits_of(const test::Golden& golden, const std::string& adapter) const {
    backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
    test::GoldenRun run(reference, golden, with(logits(), adapter), test::document_batch, base, 0,
                        ir::ElementType::f64, false, false, adapters / adapter);
    const ir::Tensor found = run.run("forward", false)[0];
    std::vector<double> values;
    for (int64_t i = 0; i < found.type().count(); i++) values.push_back(found.float_at(i));
    return values;
  }
};

void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                 double bound) {
  ASSERT_EQ(found.size(), expected.size());
  const double scale = test::largest(expected);
  double most = 0;
  for (size_t i = 0; i < found.size(); i++)
    most = std::max(most, std::fabs(found[i] - expected[i]) / scale);
  EXPECT_LE(most, bound);
}

TEST(GoldenAdapter, FollowsPeftToTenDigits) {
  TUTTI_DATA_OR_SKIP(folder, "golden/causal/qwen2-mini-lora");
  TUTTI_DATA_OR_SKIP(base, "golden/causal/qwen2-mini-random");
  const AdapterFolders folders{base, folder};
  const test::Golden golden(folder / "golden.safetensors");
  expect_near(folders.logits_of(golden, "adapter"), golden.doubles("logits"), kLogitBound);

  backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
  test::GoldenRun run(
      reference, golden, folders.with(task::causal::next_token(folders.model()), "adapter"),
      test::document_batch, base, 1e-2, ir::ElementType::f64, false, false, folder / "adapter");
  const step::StateLayout& layout = run.layout();
  const auto sums = run.run("gradients", true);
  const double counted = sums[layout.weight()].float_at(0);
  EXPECT_NEAR(sums[layout.loss()].float_at(0) / counted, golden.doubles("loss")[0], kBound);
  const auto losses = golden.doubles("losses"), norms = golden.doubles("gradient_norms");
  for (size_t i = 0; i < layout.trained().size(); i++)
    EXPECT_LE(test::error_of(golden, "gradient." + layout.sums()[i].name,
                             test::scaled(sums[i], 1 / counted), 1e-6 * norms[0]),
              kBound)
        << layout.sums()[i].name;
  EXPECT_EQ(layout.trained().size(), 42u);  // A and B of 7 modules in 3 layers
  for (size_t step = 0; step < losses.size(); step++) {
    const test::StepReport report = run.step();
    EXPECT_NEAR(report.loss, losses[step], kBound * losses[step]) << step;
    EXPECT_NEAR(report.norm, norms[step], kBound * norms[step]) << step;
  }
  for (const size_t i : layout.trained())
    EXPECT_LE(
        test::error_of(golden, "parameter_after_10." + layout.state()[i].name, run.parameter(i), 0),
        1e-8)
        << layout.state()[i].name;
}

TEST(GoldenAdapter, EveryKindGivesPeftsLogits) {
  TUTTI_DATA_OR_SKIP(folder, "golden/causal/qwen2-mini-lora");
  TUTTI_DATA_OR_SKIP(base, "golden/causal/qwen2-mini-random");
  const AdapterFolders folders{base, folder};
  const test::Golden golden(folder / "golden.safetensors");
  for (const char* kind :
       {"rslora", "patterns", "layers", "dora", "modules_to_save", "embedding"}) {
    SCOPED_TRACE(kind);
    const auto expected = golden.doubles(std::string("other.") + kind + ".logits_last");
    std::vector<double> found = folders.logits_of(golden, std::string("other-") + kind);
    found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(expected.size()));
    expect_near(found, expected, kLogitBound);
  }
}

}  // namespace
}  // namespace tutti
