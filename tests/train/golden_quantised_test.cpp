// SPDX-License-Identifier: Apache-2.0
// Adapters on a base that stays in the blocks of its GGUF file: against PEFT on the decoded weights
// in float64, and against our own training on them.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "golden_compare.h"
#include "golden_documents.h"
#include "model/gguf_tensors.h"
#include "step/adapted_objective.h"
#include "task/task.h"

namespace tutti {
namespace {

namespace fs = std::filesystem;

/// One conversation that fills the row.
std::vector<ir::Tensor> conversation_batch(const test::Golden& golden,
                                           const task::BatchShape& shape, ir::ElementType element) {
  std::vector<int64_t> position(golden.ints("input_ids").size());
  std::iota(position.begin(), position.end(), 0);
  return test::labelled_batch(golden, shape, element, std::vector<int64_t>(position.size(), 1),
                              position);
}

task::Objective adapted(const fs::path& gguf, const fs::path& adapter) {
  const fs::path file = adapter / "adapter_config.json";
  const model::Model model = model::open_model(task::read_config(gguf), gguf.string());
  return step::adapted_objective(task::causal::next_token(model),
                                 model::parse_adapter_config(read_file(file), file.string()),
                                 file.string());
}

task::Objective in_blocks(const task::Objective& objective, const fs::path& gguf,
                          pass::Precision precision) {
  const auto blocks = model::blocks_of_files(gguf, objective.parameters);
  return step::with_narrow_weights(
      objective, precision,
      {[](size_t) { return ir::ElementType::f32; }, [&](size_t i) { return blocks[i]; }});
}

struct Case {
  const char* name;
  const char* adapter;
  size_t blocks;  // matrices that are in blocks
};

class GoldenQuantised : public testing::TestWithParam<Case> {
 protected:
  void follow(backend::Backend& backend, ir::ElementType element, double bound, size_t steps) {
    TUTTI_DATA_OR_SKIP(folder, "golden/quantised");
    const fs::path gguf = folder / (GetParam().name + std::string(".gguf"));
    const fs::path adapter = folder / GetParam().adapter;
    const test::Golden inputs(folder / "inputs.safetensors"),
        golden(folder / (GetParam().name + std::string(".golden.safetensors")));
    const task::Objective objective = in_blocks(adapted(gguf, adapter), gguf, pass::Precision::f32);
    EXPECT_EQ(std::count_if(objective.parameters.begin(), objective.parameters.end(),
                            [](const auto& one) { return one.blocks.has_value(); }),
              GetParam().blocks);
    test::GoldenRun run(backend, inputs, objective, conversation_batch, gguf, 1e-2, element, false,
                        false, adapter);
    const step::StateLayout& layout = run.layout();
    const auto sums = run.run("gradients", true);
    const double counted = sums[layout.weight()].float_at(0);
    EXPECT_NEAR(sums[layout.loss()].float_at(0) / counted, golden.doubles("adapter_loss")[0],
                bound);
    const auto losses = golden.doubles("losses"), norms = golden.doubles("gradient_norms");
    for (size_t i = 0; i < layout.trained().size(); i++)
      EXPECT_LE(test::error_of(golden, "gradient." + layout.sums()[i].name,
                               test::scaled(sums[i], 1 / counted), 1e-6 * norms[0]),
                bound)
          << layout.sums()[i].name;
    ASSERT_GE(losses.size(), steps);
    for (size_t step = 0; step < steps; step++) {
      const test::StepReport report = run.step();
      EXPECT_NEAR(report.loss, losses[step], bound * std::max(losses[step], 0.1)) << step;
    }
  }
};

TEST_P(GoldenQuantised, FollowsPeftToTenDigits) {
  backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
  follow(reference, ir::ElementType::f64, 1e-10, 10);
}

TEST_P(GoldenQuantised, FollowsPeftInFloat32) {
  backend::CpuBackend cpu;
  follow(cpu, ir::ElementType::f32, 2e-5, 3);
}

INSTANTIATE_TEST_SUITE_P(
    Types, GoldenQuantised,
    testing::Values(Case{"Q8_0_Q4_0", "adapter", 8}, Case{"Q4_1_Q5_1", "adapter", 8},
                    Case{"Q5_0", "adapter", 8}, Case{"IQ4_NL_MXFP4", "adapter", 8},
                    Case{"Q2_K", "adapter", 8}, Case{"Q3_K", "adapter", 8},
                    Case{"Q4_K", "adapter", 8}, Case{"Q5_K", "adapter", 8},
                    Case{"Q6_K", "adapter", 8}, Case{"mixed", "adapter-mixed", 16}),
    [](const auto& one) {
      std::string name = one.param.name;
      return name;
    });

/// A step on blocks gives the bits of one on the weights that they stand for.
class QuantisedBits : public testing::TestWithParam<pass::Precision> {};

TEST_P(QuantisedBits, AreThoseOfDecodedWeights) {
  const bool bf16 = GetParam() == pass::Precision::bf16;
  const fs::path gguf = test::golden_data("gguf") / "models" / "llama-q8_0.gguf";
  const fs::path adapter = test::golden_data("qwen2-lora") / "plain";
  const test::Golden inputs(test::golden_data("qwen2-lora") / "golden.safetensors");
  const task::Objective wide = adapted(gguf, adapter), narrow = in_blocks(wide, gguf, GetParam());
  EXPECT_GT(std::count_if(narrow.parameters.begin(), narrow.parameters.end(),
                          [](const auto& one) { return one.blocks.has_value(); }),
            7);
  backend::CpuBackend cpu;
  std::vector<std::vector<double>> found;
  for (const task::Objective& objective : {wide, narrow}) {
    test::GoldenRun run(cpu, inputs, objective, test::document_batch, gguf, 1e-2,
                        ir::ElementType::f32, bf16, true);
    std::vector<double>& numbers = found.emplace_back();
    for (int step = 0; step < 3; step++) numbers.push_back(run.step().loss);
    for (const size_t i : run.layout().trained())
      for (int64_t k = 0; k < run.parameter(i).type().count(); k++)
        numbers.push_back(run.parameter(i).float_at(k));
  }
  EXPECT_EQ(found[0], found[1]);
}

/// An adapter of an embedding saves the base's table beside it, as values.
TEST(QuantisedBase, KeepsNoBlocksOfWhatTheAdapterSaves) {
  const fs::path gguf = test::golden_data("gguf") / "models" / "llama-q8_0.gguf";
  const model::Model model = model::open_model(task::read_config(gguf), gguf.string());
  const model::AdapterConfig config = model::parse_adapter_config(
      R"({"peft_type": "LORA", "r": 2, "target_modules": ["embed_tokens", "q_proj"]})", "x");
  const task::Objective objective =
      in_blocks(step::adapted_objective(task::causal::next_token(model), config, "x"), gguf,
                pass::Precision::f32);
  std::map<std::string, bool> is_in_blocks;
  for (const model::Parameter& one : objective.parameters)
    is_in_blocks[one.name] = one.blocks.has_value();
  EXPECT_FALSE(is_in_blocks.at("model.embed_tokens.weight"));
  EXPECT_TRUE(is_in_blocks.at("model.layers.0.self_attn.q_proj.weight"));
}

INSTANTIATE_TEST_SUITE_P(Precisions, QuantisedBits,
                         testing::Values(pass::Precision::f32, pass::Precision::bf16),
                         [](const auto& one) {
                           return one.param == pass::Precision::f32 ? "f32" : "bf16";
                         });

}  // namespace
}  // namespace tutti
