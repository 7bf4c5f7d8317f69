// SPDX-License-Identifier: Apache-2.0
#include "model/mpnet.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/json.h"
#include "model/blocks/biased_attention.h"

namespace tutti::model {
namespace {

const EncoderForm kMpnet = {.prefix = "mpnet.",
                            .query = "attention.attn.q",
                            .key = "attention.attn.k",
                            .value = "attention.attn.v",
                            .attended = "attention.attn.o",
                            .attended_norm = "attention.LayerNorm",
                            .skips_padding = true,
                            .relative_bias = "encoder.relative_attention_bias"};

}  // namespace

EncoderConfig mpnet_config(const nlohmann::json& json, std::string_view where) {
  EncoderConfig config = encoder_config(json, where, /*padding=*/1);
  config.type_vocab_size = 0;
  config.classifier_dropout.reset();
  // transformers counts positions from 1 whatever the member says.
  if (config.pad_token_id != 1)
    user_error("{}: pad_token_id is {}, expected 1, from which positions are counted", where,
               json["pad_token_id"].dump());
  if (config.max_position_embeddings <= 2)
    user_error("{}: max_position_embeddings is {}, expected more than 2: positions begin at 2",
               where, config.max_position_embeddings);
  const int64_t buckets =
      format::json_int(json, "relative_attention_num_buckets", where, kRelativeBuckets);
  if (buckets != kRelativeBuckets)
    user_error("{}: relative_attention_num_buckets is {}, expected {}", where, buckets,
               kRelativeBuckets);
  return config;
}

Model mpnet_model(const nlohmann::json& json, std::string_view where) {
  const EncoderConfig config = mpnet_config(json, where);
  Model model = encoder_model(config, kMpnet, "MPNet");
  add_classifier(model, config, "tanh");
  add_word_head(model, config, kMpnet,
                {"lm_head.dense", "lm_head.layer_norm", "lm_head.decoder", "lm_head.bias"}, "gelu");
  return model;
}

}  // namespace tutti::model
