// SPDX-License-Identifier: Apache-2.0
#include "model/adapter_config.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "format/json.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::model {
namespace {

using nlohmann::json;

AdapterConfig parsed(const std::string& text) {
  return parse_adapter_config(text, "a.json");
}

/// A file with these members and what every file must have.
AdapterConfig parsed_with(const std::string& members) {
  return parsed(R"({"peft_type":"LORA","target_modules":["q_proj"],)" + members + "}");
}

TEST(AdapterConfig, WritesAgainWhatPeftWrote) {
  const json adapters = format::read_json(test::golden_data("adapters.json"));
  EXPECT_EQ(adapters.size(), 7u);
  for (const auto& [name, adapter] : adapters.items()) {
    SCOPED_TRACE(name);
    const std::string text = adapter["config"];
    EXPECT_EQ(adapter_config_text(parsed(text)), text);  // to the byte: order and numbers too
  }
}

TEST(AdapterConfig, ReadsEveryFieldThatChangesTheFunction) {
  const AdapterConfig config = parsed(
      R"({"peft_type":"LORA","r":4,"lora_alpha":2.5,"lora_dropout":0.05,"use_rslora":true,
          "use_dora":true,"fan_in_fan_out":true,"init_lora_weights":"gaussian",
          "target_modules":["v","q"],"exclude_modules":"x.*","modules_to_save":["norm"],
          "layers_to_transform":3,"layers_pattern":"layers","task_type":"CAUSAL_LM",
          "rank_pattern":{"z":1,"a":2},"alpha_pattern":{"z":0.5},
          "base_model_name_or_path":"base"})");
  EXPECT_EQ(config.rank, 4);
  EXPECT_EQ(config.alpha, 2.5);
  EXPECT_EQ(config.dropout, 0.05);
  EXPECT_TRUE(config.rslora && config.dora && config.fan_in_fan_out && config.gaussian);
  EXPECT_EQ(config.targets.list, (std::vector<std::string>{"v", "q"}));
  EXPECT_EQ(config.excluded.pattern, "x.*");
  EXPECT_EQ(config.saved, std::vector<std::string>{"norm"});
  EXPECT_EQ(config.layers, std::vector<int64_t>{3});
  EXPECT_EQ(config.layers_patterns, std::vector<std::string>{"layers"});
  ASSERT_EQ(config.rank_pattern.size(), 2u);
  EXPECT_EQ(config.rank_pattern[0].first, "z");  // the file's order: the first match counts
  EXPECT_EQ(config.alpha_pattern[0].second, 0.5);
  EXPECT_EQ(config.task_type, "CAUSAL_LM");
  EXPECT_EQ(config.base_model, "base");
}

TEST(AdapterConfig, HasPeftsDefaults) {
  const AdapterConfig config = parsed(R"({"peft_type":"LORA","target_modules":"all-linear"})");
  EXPECT_EQ(config.rank, 8);
  EXPECT_EQ(config.alpha, 8);
  EXPECT_EQ(config.dropout, 0);
  EXPECT_TRUE(config.initialize);
  EXPECT_FALSE(config.gaussian || config.rslora || config.dora || config.fan_in_fan_out);
  EXPECT_EQ(config.targets.pattern, "all-linear");
  EXPECT_TRUE(config.saved.empty() && config.excluded.empty());
}

TEST(AdapterConfig, IgnoresWhatSaysNothingOfTheFunction) {
  EXPECT_NO_THROW(parsed_with(R"("peft_version":"0.9","inference_mode":false,"revision":"main",
      "auto_mapping":{"base_model_class":"X"},"qalora_group_size":32,"megatron_core":"other",
      "a_later_field":null,"another":false,"one_more":{},"layers_pattern":null)"));
}

TEST(AdapterConfig, NamesTheFieldThatIsWrong) {
  const struct {
    std::string members, message;
  } cases[] = {
      {R"("use_qalora":true)", "use_qalora: found true, expected false"},
      {R"("lora_bias":true)", "lora_bias: found true"},
      {R"("layer_replication":[[0,2]])", "layer_replication: found [[0,2]], expected null"},
      {R"("trainable_token_indices":[1])", "trainable_token_indices: found [1]"},
      {R"("target_parameters":["x"])", "target_parameters"},
      {R"("alora_invocation_tokens":[1])", "alora_invocation_tokens"},
      {R"("loftq_config":{"loftq_bits":4})", "loftq_config"},
      {R"("init_lora_weights":"pissa")", "init_lora_weights: found \"pissa\""},
      {R"("a_later_field":1)", "a_later_field: found 1, expected no such field"},
      {R"("r":0)", "r: found 0, expected an integer from 1 to"},
      {R"("r":-1)", "r: found -1"},
      {R"("r":1.5)", "r: found 1.5"},
      {R"("r":99999999999999999999)", "r: found"},
      {R"("lora_alpha":"8")", "lora_alpha: found \"8\", expected a number above 0"},
      {R"("lora_alpha":-1)", "lora_alpha: found -1"},
      {R"("lora_dropout":1)", "lora_dropout: found 1"},
      {R"("use_dora":1)", "use_dora"},
      {R"("modules_to_save":"norm")", "modules_to_save: found \"norm\", expected a list"},
      {R"("modules_to_save":[""])", "modules_to_save: found \"\""},
      {R"("layers_to_transform":[-1])", "layers_to_transform: found -1"},
      {R"("layers_pattern":["h"])", "layers_pattern: found it without layers_to_transform"},
      {R"("rank_pattern":[1])", "rank_pattern: found [1], expected an object"},
      {R"("rank_pattern":{"q":0})", "rank_pattern: \"q\": found 0"},
      {R"("alpha_pattern":{"(":1})", "alpha_pattern: found \"(\""},
      {R"-("exclude_modules":"(?=x)")-", "exclude_modules: found \"(?=x)\""},
      {R"("r":4,"r":5)", "r"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.members);
    const test::Failure failure = test::failure_of([&] { parsed_with(one.members); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, "a.json");
    test::expect_contains(failure.message, one.message);
  }
  const auto message = [](const char* text) {
    return test::failure_of([&] { parsed(text); }).message;
  };
  test::expect_contains(message("[]"), "a.json: found");
  test::expect_contains(message("{}"), "peft_type");
  test::expect_contains(message(R"({"peft_type":"IA3"})"), "peft_type: found \"IA3\"");
  test::expect_contains(message(R"({"peft_type":"LORA"})"), "target_modules: found none");
  test::expect_contains(message(R"({"peft_type":"LORA","target_modules":[1]})"),
                        "target_modules: found 1");
  test::expect_contains(
      message(R"({"peft_type":"LORA","target_modules":"q.*","layers_to_transform":[1]})"),
      "layers_to_transform: found it with the pattern \"q.*\"");
}

}  // namespace
}  // namespace tutti::model
