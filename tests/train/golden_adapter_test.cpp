// SPDX-License-Identifier: Apache-2.0
// LoRA adapters against PEFT in float64: logits of every kind of adapter, gradients, ten steps.
#include <gtest/gtest.h>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "golden_compare.h"
#include "golden_documents.h"
#include "step/adapted_objective.h"
#include "train/merged_model.h"

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
  model::Model model(bool unties_head = false) const {
    const fs::path file = base / "config.json";
    nlohmann::json config = format::read_json(file);
    if (unties_head) config["tie_word_embeddings"] = false;
    return model::open_model(config, file.string());
  }
  /// What gives the logits of each token.
  task::Objective logits(bool unties_head = false) const {
    return test::logits_objective(model(unties_head));
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

/// Every kind of adapter that is implemented, on a tiny model.
class SmallGoldenAdapter : public testing::TestWithParam<const char*> {
 protected:
  const fs::path folder_ = test::golden_data("qwen2-lora");
  const AdapterFolders folders_{folder_ / "base", folder_};
  const test::Golden golden_{folder_ / "golden.safetensors"};
  const std::string kind_ = GetParam();
};

TEST_P(SmallGoldenAdapter, FollowsPeftToTenDigits) {
  expect_near(folders_.logits_of(golden_, kind_), golden_.doubles(kind_ + ".logits"), kLogitBound);
  backend::ReferenceBackend reference(1, op::Rounding::wide);
  test::GoldenRun run(reference, golden_,
                      folders_.with(task::causal::next_token(folders_.model()), kind_),
                      test::document_batch, folders_.base, 1e-2, ir::ElementType::f64, false, false,
                      folder_ / kind_);
  const step::StateLayout& layout = run.layout();
  const auto sums = run.run("gradients", true);
  const double counted = sums[layout.weight()].float_at(0);
  const auto losses = golden_.doubles(kind_ + ".losses"),
             norms = golden_.doubles(kind_ + ".gradient_norms");
  for (size_t i = 0; i < layout.trained().size(); i++)
    EXPECT_LE(test::error_of(golden_, kind_ + ".gradient." + layout.sums()[i].name,
                             test::scaled(sums[i], 1 / counted), 1e-6 * norms[0]),
              kBound)
        << layout.sums()[i].name;
  for (size_t step = 0; step < losses.size(); step++) {
    const test::StepReport report = run.step();
    EXPECT_NEAR(report.loss, losses[step], kBound * losses[step]) << step;
    EXPECT_NEAR(report.norm, norms[step], kBound * norms[step]) << step;
  }
}

/// Merged weights give the adapter's logits.
TEST_P(SmallGoldenAdapter, IsMergedIntoTheWeights) {
  const fs::path file = folder_ / kind_ / "adapter_config.json";
  const auto config = model::parse_adapter_config(read_file(file), file.string());
  const task::Objective base = task::causal::next_token(folders_.model()),
                        adapted = folders_.with(base, kind_);
  model::Weights weights(folders_.base, adapted.parameters, 42);
  weights.read_adapter(folder_ / kind_ / "adapter_model.safetensors");
  const train::MergedModel merged = train::merged_model(base, config, weights);
  EXPECT_EQ(merged.unties_head, kind_ == "embedding" || kind_ == "saved");
  backend::ReferenceBackend reference(1, op::Rounding::wide);
  test::GoldenRun run(reference, golden_, folders_.logits(merged.unties_head), test::document_batch,
                      folders_.base, 0, ir::ElementType::f64);
  for (const train::MergedTensor& tensor : merged.tensors)
    run.set_parameter(tensor.name, tensor.read());
  const ir::Tensor found = run.run("forward", false)[0];
  std::vector<double> values;
  for (int64_t i = 0; i < found.type().count(); i++) values.push_back(found.float_at(i));
  expect_near(values, golden_.doubles(kind_ + ".logits"), kLogitBound);
}

/// Frozen matrices that are kept as bf16 are what a step would round them to.
TEST_P(SmallGoldenAdapter, KeepsFrozenWeightsAsBf16WithTheSameBits) {
  backend::CpuBackend cpu;
  const task::Objective wide = folders_.with(task::causal::next_token(folders_.model()), kind_);
  const task::Objective narrow = step::with_narrow_weights(
      wide, pass::Precision::bf16,
      {[](size_t) { return ir::ElementType::f32; }, [](size_t) { return std::nullopt; }});
  EXPECT_EQ(std::count_if(narrow.parameters.begin(), narrow.parameters.end(),
                          [](const auto& one) { return one.kept_as.has_value(); }),
            kind_ == "dora" ? 8 : 14);  // of seven matrices in both layers; DoRA has norms of three
  std::vector<std::vector<double>> found;
  for (const task::Objective& objective : {wide, narrow}) {
    test::GoldenRun run(cpu, golden_, objective, test::document_batch, folders_.base, 1e-2,
                        ir::ElementType::f32, true, true, folder_ / kind_);
    std::vector<double>& numbers = found.emplace_back();
    for (int step = 0; step < 3; step++) numbers.push_back(run.step().loss);
    for (const size_t i : run.layout().trained())
      for (int64_t k = 0; k < run.parameter(i).type().count(); k++)
        numbers.push_back(run.parameter(i).float_at(k));
  }
  EXPECT_EQ(found[0], found[1]);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SmallGoldenAdapter,
                         testing::Values("plain", "rslora", "patterns", "layers", "dora", "saved",
                                         "embedding", "biases", "own_biases"),
                         [](const auto& kind) { return std::string(kind.param); });

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
