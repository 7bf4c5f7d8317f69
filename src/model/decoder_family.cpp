// SPDX-License-Identifier: Apache-2.0
#include "model/decoder_family.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/json.h"
#include "model/gemma3.h"
#include "model/moe_decoders.h"
#include "model/phi3.h"
#include "model/smollm3.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;

void add_qwen2(DecoderConfig& config, const Json&, std::string_view) {
  config.query_key_value_bias = true;
}

void add_qwen3(DecoderConfig& config, const Json& json, std::string_view where) {
  add_attention_bias(config, json, where);
  config.head_norms = true;
}

const DecoderFamily kDecoderFamilies[] = {
    {.type = "llama", .architecture = "Llama", .positions = 2048, .add = add_biases},
    {.type = "mistral",
     .architecture = "Mistral",
     .positions = 131072,
     .key_value_heads = 8,
     .window = 4096},
    {.type = "qwen2",
     .architecture = "Qwen2",
     .positions = 32768,
     .key_value_heads = 32,
     .window = 4096,
     .window_is_switched = true,
     .add = add_qwen2},
    {.type = "qwen3",
     .architecture = "Qwen3",
     .positions = 32768,
     .key_value_heads = 32,
     .head_dim = 128,
     .window = 4096,
     .window_is_switched = true,
     .add = add_qwen3},
    kGemma3,
    kOlmoe,
    kPhi3,
    kQwen3Moe,
    kSmolLm3};

}  // namespace

void add_attention_bias(DecoderConfig& config, const Json& json, std::string_view where) {
  config.query_key_value_bias = config.output_bias =
      format::json_bool(json, "attention_bias", where, false);
}

void add_biases(DecoderConfig& config, const Json& json, std::string_view where) {
  add_attention_bias(config, json, where);
  config.mlp_bias = format::json_bool(json, "mlp_bias", where, false);
}

const DecoderFamily& decoder_family(const Json& config, std::string_view where) {
  const std::string type = format::json_string(config, "model_type", where);
  for (const DecoderFamily& family : kDecoderFamilies)
    if (family.type == type) return family;
  throw InternalError(fmt::format("{} is no family of decoders", type));
}

Model decoder_family_model(const Json& json, std::string_view where) {
  return decoder_model(decoder_config(json, where),
                       std::string(decoder_family(json, where).architecture));
}

}  // namespace tutti::model
