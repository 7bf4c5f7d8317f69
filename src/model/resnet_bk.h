// SPDX-License-Identifier: Apache-2.0
// ResNet-BK, a research model: layers of experts beside a core in which each token's one number,
// its potential, meets those of the tokens around it through the resolvent of a tridiagonal matrix.
//   x = token[ids] + position
//   each layer:  f = experts(LN(x)),  v = clamp(potential(f), -3, 3)
//                G = diagonal of (H - i)^-1,  H = tridiagonal with -2 + v, and 1 beside it
//                x = x + f + bk_scale project([Re G, Im G])
//   logits = head(LN(x))
// By default G_i is that of the matrix of the tokens up to i. The original takes all tokens: it
// sees the word that it must predict, and is kept for comparison (`bk_sides`: "both").
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/blocks/experts.h"
#include "model/model.h"

namespace tutti::model {

struct ResnetBkConfig {
  int64_t vocab_size = 0;
  int64_t hidden_size = 0;
  int64_t num_hidden_layers = 0;
  int64_t intermediate_size = 0;  // of each expert
  int64_t max_position_embeddings = 0;
  ExpertsConfig experts;  // num_experts, num_experts_per_tok, norm_topk_prob, capacity_factor
  double router_aux_loss_coef = 0;  // what the balance loss counts beside the mean cross entropy
  double layer_norm_eps = 0;
  double initializer_range = 0;
  bool is_causal = true;  // bk_sides is "causal", not "both"
  bool tie_word_embeddings = false;
};

/// Reads a config.json. A value that is not implemented is refused by its name.
ResnetBkConfig resnet_bk_config(const nlohmann::json& config, std::string_view where);

Model resnet_bk_model(const ResnetBkConfig& config);

}  // namespace tutti::model
