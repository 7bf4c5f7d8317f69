// SPDX-License-Identifier: Apache-2.0
#include "model/gemma3.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/json.h"
#include "model/config_members.h"

namespace tutti::model {

void add_gemma3(DecoderConfig& config, const nlohmann::json& json, std::string_view where) {
  refuse_members(json, where,
                 {"attn_logit_softcapping", "final_logit_softcapping", "hidden_act",
                  "use_bidirectional_attention"});
  add_attention_bias(config, json, where);
  const double scalar = format::json_double(json, "query_pre_attn_scalar", where, 256);
  if (!(scalar > 0)) user_error("{}: query_pre_attn_scalar is {}, expected above 0", where, scalar);
  config.attention_scale = 1 / std::sqrt(scalar);
  config.embedding_scale = static_cast<float>(std::sqrt(static_cast<double>(config.hidden_size)));
  config.activation = "gelu_tanh";
  config.head_norms = config.output_norms = config.norms_add_one = true;
}

}  // namespace tutti::model
