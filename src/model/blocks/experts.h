// SPDX-License-Identifier: Apache-2.0
// A mixture of experts (Shazeer et al., arXiv:1701.06538; Fedus et al., arXiv:2101.03961): a gate
// chooses for each token the few feed-forward networks that compute it. Tokens are sorted by their
// expert, so that each expert multiplies its own rows alone, and put back in their order: both are
// permutations, and nothing is added in an order that a device might choose.
#pragma once

#include <optional>

#include "model/parameters.h"

namespace tutti::model {

struct ExpertsConfig {
  int64_t experts = 0;
  int64_t chosen = 1;  // experts of each token
  /// Whether the weights of the chosen experts add up to 1. With one expert of each token they are
  /// then 1, and the gate learns from the balance loss alone.
  bool normalises = false;
  /// An expert takes at most so many times its even share of the tokens; those beyond it get
  /// nothing from it. Nothing: all are taken.
  std::optional<double> capacity_factor;
};

/// Which experts tokens go to. T is the number of tokens, k that of chosen experts.
struct Routing {
  std::vector<ir::Value> chosen;   // [k] of i32 [T]: the expert, best first; at ties the lower one
  std::vector<ir::Value> weights;  // [k] of [T]
  ir::Value counts;                // i32 [experts]: assignments of each
  /// Assignments sorted by expert, of which choice j of token t is j T + t: i32 [k T], and the
  /// inverse permutation.
  ir::Value order, inverse;
  ir::Value assigned;  // the expert of each sorted assignment, as ones and zeros: [k T, experts]
  ir::Value balance;   // E sum_e f_e mean_t P_te, of the tokens that count; 1 when balanced
  /// Means over the tokens that count, [experts]: how many choices of a token are each expert, and
  /// each expert's probability.
  ir::Value uses, shares;
};

/// x W^T + b of x [T, width]: logits [T, experts]. It stays float32 in mixed precision, where
/// rounded logits would often be equal.
ir::Value gate_logits(ir::Builder& b, const ParameterValues& p, const std::string& at, ir::Value x);

/// The same without a bias, by a weight [E, width].
ir::Value gate_logits(ir::Builder& b, ir::Value weight, ir::Value x);

/// Routes tokens by the gate's logits [T, experts]. `counts` [T] is 1 for tokens that count in the
/// balance loss, else 0: filler is routed, but not learned from.
Routing route(ir::Builder& b, const ExpertsConfig& config, ir::Value logits, ir::Value counts);

/// The weighted sum of the outputs of a token's experts, x [T, width]:
///   sum_j weight_j (down_e relu(up_e x + up.bias_e) + down.bias_e),  e = chosen_j
/// Parameters are `at` + {up [E, inner, width], down [E, width, inner]}.{weight, bias}.
ir::Value experts(ir::Builder& b, const Routing& routing, const ParameterValues& p,
                  const std::string& at, ir::Value x);

/// The weights of gated experts: gate and up [E, inner, width], down [E, width, inner].
struct GatedExperts {
  ir::Value gate, up, down;
};
/// The same of gated experts without biases: sum_j weight_j down_e (silu(gate_e x) up_e x).
ir::Value gated_experts(ir::Builder& b, const Routing& routing, const GatedExperts& weights,
                        ir::Value x);

/// The gate's parameters and the experts', of x's width.
std::vector<Parameter> experts_parameters(const ExpertsConfig& config, const std::string& at,
                                          int64_t width, int64_t inner, double deviation);

}  // namespace tutti::model
