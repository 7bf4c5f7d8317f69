// SPDX-License-Identifier: Apache-2.0
#include "model/config_members.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model/model.h"
#include "support/errors.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;
using test::expect_contains;
using test::failure_of;

std::string refusal_of(const Json& config) {
  const auto failure = failure_of([&] { open_model(config, "config.json"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

TEST(OpenModel, SaysWhichModelsThereAreInsteadOfAnUnknownOne) {
  const std::string message = refusal_of({{"model_type", "deberta"}});
  expect_contains(
      message, "config.json: model_type: Tutti has no deberta. It has: ALBERT, BERT, CamemBERT,");
  expect_contains(message, "docs/models.md");
}

TEST(HubName, HasTheOrganisationOfAFamilysShortNames) {
  EXPECT_EQ(hub_name("roberta-base"), "FacebookAI/roberta-base");
  EXPECT_EQ(hub_name("xlm-roberta-base"), "FacebookAI/xlm-roberta-base");
  EXPECT_EQ(hub_name("distilbert-base-uncased"), "distilbert/distilbert-base-uncased");
  EXPECT_EQ(hub_name("electra-base"), std::nullopt);
  EXPECT_EQ(hub_name("robertas"), std::nullopt);
}

TEST(OpenModel, NamesTheKindOfAQuantizedCheckpoint) {
  const auto quantized = [](const Json& how) {
    return refusal_of({{"model_type", "llama"}, {"quantization_config", how}});
  };
  const std::string awq = quantized({{"quant_method", "awq"}, {"bits", 4}});
  expect_contains(awq, "quantization_config: the weights are quantized by awq with 4 bits");
  expect_contains(awq, "the repository without -AWQ in its name");
  expect_contains(awq, "or a GGUF file of F32, F16, BF16, Q8_0, Q4_0,");
  const std::string bytes = quantized(
      {{"quant_method", "bitsandbytes"}, {"load_in_8bit", true}, {"load_in_4bit", false}});
  expect_contains(bytes, "bitsandbytes with 8 bits");
  expect_contains(quantized({{"load_in_4bit", true}}), "bitsandbytes with 4 bits");
  expect_contains(quantized({{"quant_method", "fp8"}, {"fmt", "e4m3"}}), "by fp8, which");
  expect_contains(quantized({{"quant_method", "gptq"}, {"bits", 3}}), "without -GPTQ in its name");
  const std::string unknown = quantized({{"quant_method", "hqq"}});
  expect_contains(unknown, "quantized by hqq");
  expect_contains(unknown, "the repository of the model before it was quantized");
  expect_contains(quantized("yes"), "by a method that it does not name");
}

TEST(OpenModel, RefusesByItsNameWhatNoModelHas) {
  const Json asked[] = {{{"auto_map", {{"AutoModel", "modeling.Own"}}}},
                        {{"per_layer_config", {{"0", {{"intermediate_size", 4}}}}}},
                        {{"pruned_heads", {{"0", {1}}}}},
                        {{"is_encoder_decoder", true}}};
  for (const char* type : {"bert", "gpt2", "llama", "qwen3"})
    for (const Json& member : asked) {
      Json config = {{"model_type", type}};
      config.update(member);
      expect_contains(refusal_of(config), "config.json: " + member.begin().key() + " is ");
    }
}

TEST(ConfigElement, IsThatOfTheFiles) {
  EXPECT_EQ(config_element(Json::object()), ir::ElementType::f32);
  EXPECT_EQ(config_element({{"torch_dtype", "float16"}}), ir::ElementType::f16);
  EXPECT_EQ(config_element({{"dtype", "bfloat16"}, {"torch_dtype", "float32"}}),
            ir::ElementType::bf16);
  EXPECT_EQ(config_element({{"dtype", nullptr}, {"torch_dtype", "float32"}}), ir::ElementType::f32);
}

TEST(RefuseMembers, LetsPassWhatAsksForNothing) {
  for (const Json& nothing :
       {Json(), Json(false), Json(0), Json(""), Json::object(), Json::array()})
    refuse_members({{"key", nothing}}, "config.json", {"key", "other"});
  const auto failure = failure_of([] {
    refuse_members({{"key", 2}}, "config.json", {"other", "key"});
  });
  EXPECT_EQ(failure.message,
            "config.json: key is 2, expected a model without it: Tutti does not implement it");
}

}  // namespace
}  // namespace tutti::model
