// SPDX-License-Identifier: Apache-2.0
#include "model/adapter_modules.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "format/json.h"
#include "model/adapter_tensors.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::model {
namespace {

using nlohmann::json;
using Kind = AdaptedModule::Kind;

/// The modules of the small Qwen2 whose adapters are golden: 3 layers, 64 wide, 8/2 heads of 8.
std::vector<AdaptedModule> modules() {
  std::vector<AdaptedModule> modules = {{"model.embed_tokens", Kind::embedding, 512, 64}};
  for (int layer = 0; layer < 3; layer++) {
    const std::string name = fmt::format("model.layers.{}.", layer);
    modules.push_back({name + "self_attn.q_proj", Kind::linear, 64, 64, true});
    modules.push_back({name + "self_attn.k_proj", Kind::linear, 64, 16, true});
    modules.push_back({name + "self_attn.v_proj", Kind::linear, 64, 16, true});
    modules.push_back({name + "self_attn.o_proj", Kind::linear, 64, 64});
    modules.push_back({name + "mlp.gate_proj", Kind::linear, 64, 176});
    modules.push_back({name + "mlp.up_proj", Kind::linear, 64, 176});
    modules.push_back({name + "mlp.down_proj", Kind::linear, 176, 64});
    modules.push_back({name + "input_layernorm", Kind::other, 0, 64});
    modules.push_back({name + "post_attention_layernorm", Kind::other, 0, 64});
  }
  modules.push_back({"model.norm", Kind::other, 0, 64});
  modules.push_back({"lm_head", Kind::linear, 64, 512, false, true});
  return modules;
}

AdapterConfig config_of(const std::vector<std::string>& targets) {
  AdapterConfig config;
  config.targets.list = targets;
  return config;
}

AdapterConfig config_with_pattern(const std::string& pattern) {
  AdapterConfig config;
  config.targets.pattern = pattern;
  return config;
}

TEST(AdapterModules, TensorsAreThoseOfPeftsFiles) {
  const json adapters = format::read_json(test::golden_data("adapters.json"));
  EXPECT_EQ(adapters.size(), 7u);
  for (const auto& [name, adapter] : adapters.items()) {
    SCOPED_TRACE(name);
    const auto config = parse_adapter_config(adapter["config"].get<std::string>(), name);
    json found = json::object();
    for (const AdapterTensor& tensor : adapter_tensors(config, modules(), name))
      found[tensor.name] = tensor.shape;
    EXPECT_EQ(found, adapter["tensors"]);
  }
}

TEST(AdapterModules, AllLinearLeavesTheOutputHead) {
  std::vector<std::string> names;
  for (const auto& module : adapted_modules(config_with_pattern("All-Linear"), modules(), "x"))
    names.push_back(module.name);
  EXPECT_EQ(names.size(), 21u);
  EXPECT_EQ(std::count(names.begin(), names.end(), "lm_head"), 0);
}

TEST(AdapterModules, AListNamesLastPartsOfNames) {
  const AdapterConfig config = config_of({"q_proj", "self_attn.k_proj", "model.norm"});
  EXPECT_TRUE(is_target(config, "model.layers.0.self_attn.q_proj"));
  EXPECT_TRUE(is_target(config, "q_proj"));
  EXPECT_TRUE(is_target(config, "a.self_attn.k_proj"));
  EXPECT_TRUE(is_target(config, "model.norm"));
  EXPECT_FALSE(is_target(config, "model.layers.0.self_attn.xq_proj"));
  EXPECT_FALSE(is_target(config, "model.layers.0.k_proj"));
  EXPECT_FALSE(is_target(config, "q_proj.inner"));
}

TEST(AdapterModules, APatternMatchesTheWholeName) {
  const AdapterConfig config = config_with_pattern("model\\.layers\\.[02]\\..*(q|v)_proj");
  EXPECT_TRUE(is_target(config, "model.layers.2.self_attn.v_proj"));
  EXPECT_FALSE(is_target(config, "model.layers.1.self_attn.v_proj"));
  EXPECT_FALSE(is_target(config, "a.model.layers.2.self_attn.v_proj"));
  EXPECT_FALSE(is_target(config, "model.layers.2.self_attn.v_proj.x"));
}

TEST(AdapterModules, LeavesOutWhatIsExcludedOrSaved) {
  AdapterConfig config = config_of({"q_proj", "up_proj", "down_proj"});
  config.excluded.list = {"layers.1.self_attn.q_proj"};
  config.saved = {"mlp"};
  EXPECT_TRUE(is_target(config, "model.layers.0.self_attn.q_proj"));
  EXPECT_FALSE(is_target(config, "model.layers.1.self_attn.q_proj"));
  EXPECT_FALSE(is_target(config, "model.layers.0.mlp.up_proj"));
  EXPECT_TRUE(is_target(config, "model.layers.0.xmlp.up_proj"));
  config.excluded = {{}, ".*down.*"};
  EXPECT_FALSE(is_target(config, "b.down_proj"));
}

TEST(AdapterModules, LayersAreTheFirstNumberOfAName) {
  AdapterConfig config = config_of({"q_proj", "model.layers.5.up_proj"});
  config.layers = {1};
  EXPECT_TRUE(is_target(config, "model.layers.1.experts.0.q_proj"));
  EXPECT_FALSE(is_target(config, "model.layers.0.experts.1.q_proj"));
  EXPECT_FALSE(is_target(config, "model.q_proj"));
  EXPECT_FALSE(is_target(config, "layers.1.q_proj"));        // as PEFT: two parts come before
  EXPECT_TRUE(is_target(config, "model.layers.5.up_proj"));  // a full name is chosen in any layer
  config.layers_patterns = {"blocks", "(h|g)"};
  EXPECT_TRUE(is_target(config, "h.1.q_proj"));
  EXPECT_TRUE(is_target(config, "model.blocks.1.q_proj"));
  EXPECT_FALSE(is_target(config, "model.layers.1.q_proj"));
  EXPECT_FALSE(is_target(config, "model.blocks.99999999999999999999.q_proj"));
}

TEST(AdapterModules, TheFirstPatternThatMatchesTheEndGivesRankAndScale) {
  AdapterConfig config = config_of({"q_proj"});
  config.rank = 4;
  config.alpha = 8;
  config.rank_pattern = {{"q_proj", 16}, {"layers\\.1\\..*", 2}};
  config.alpha_pattern = {{"(q|k)_proj", 32}};
  EXPECT_EQ(adapter_rank(config, "model.layers.1.q_proj"), 16);
  EXPECT_EQ(adapter_rank(config, "model.layers.1.v_proj"), 2);
  EXPECT_EQ(adapter_rank(config, "model.layers.0.v_proj"), 4);
  EXPECT_EQ(adapter_rank(config, "model.layers.0.xq_proj"), 4);
  EXPECT_EQ(adapter_scale(config, "model.layers.0.q_proj"), 2);
  EXPECT_EQ(adapter_scale(config, "model.layers.0.v_proj"), 2);
  EXPECT_EQ(adapter_scale(config, "model.layers.0.k_proj"), 8);
  config.rslora = true;
  EXPECT_EQ(adapter_scale(config, "model.layers.0.q_proj"), 8);
}

TEST(AdapterModules, SavesBiasesWithTheModule) {
  AdapterConfig config = config_of({"o_proj"});
  config.saved = {"layers.0.self_attn.q_proj"};
  std::map<std::string, std::vector<int64_t>> tensors;
  for (const AdapterTensor& tensor : adapter_tensors(config, modules(), "x"))
    tensors[tensor.name] = tensor.shape;
  const std::string prefix = "base_model.model.model.layers.0.self_attn.q_proj.";
  EXPECT_EQ(tensors[prefix + "weight"], (std::vector<int64_t>{64, 64}));
  EXPECT_EQ(tensors[prefix + "bias"], std::vector<int64_t>{64});
  EXPECT_EQ(tensors.size(), 8u);
}

TEST(AdapterModules, SavesThePartsOfAHeadThatIsNamedAsAWhole) {
  AdapterConfig config = config_of({"query"});
  config.saved = {"classifier"};
  const std::vector<AdaptedModule> all = {{.name = "x.query"},
                                          {.name = "classifier.dense"},
                                          {.name = "classifier.out_proj"},
                                          {.name = "pre_classifier"},
                                          {.name = "x.classifiers.dense"}};
  std::vector<std::string> names;
  for (const AdaptedModule& module : saved_modules(config, all, "a.json"))
    names.push_back(module.name);
  EXPECT_EQ(names, (std::vector<std::string>{"classifier.dense", "classifier.out_proj",
                                             "pre_classifier"}));
}

TEST(AdapterModules, NamesWhatDoesNotMatch) {
  const auto message = [](const AdapterConfig& config) {
    return test::failure_of([&] { adapter_tensors(config, modules(), "a.json"); }).message;
  };
  EXPECT_EQ(
      message(config_of({"query", "c_attn"})),
      "a.json: target_modules: found query, c_attn, which chooses no module; expected some of "
      "embed_tokens, q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj, lm_head");
  test::expect_contains(message(config_with_pattern("x")), "found the pattern \"x\"");
  test::expect_contains(message(config_with_pattern("(")), "the pattern \"(\"");
  test::expect_contains(message(config_of({"norm"})), "target_modules: model.norm is chosen");
  AdapterConfig config = config_of({"q_proj"});
  config.saved = {"score"};
  test::expect_contains(message(config), "modules_to_save: found \"score\", which ends no module");
  config = config_of({"embed_tokens"});
  config.dora = true;
  test::expect_contains(message(config), "use_dora: the embedding model.embed_tokens");
}

}  // namespace
}  // namespace tutti::model
