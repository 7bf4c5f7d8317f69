// SPDX-License-Identifier: Apache-2.0
// Layers that transformer models share, as functions that build IR.
#pragma once

#include "model/parameters.h"

namespace tutti::model {

/// What the layers of one forward pass are emitted with.
struct LayerContext {
  ir::Builder& b;
  const ParameterValues& p;
  const TokenValues& tokens;
  const ForwardOptions& options;
};

/// The queries, keys and values of attention.
struct QueryKeyValue {
  ir::Value q, k, v;
};

/// What attention may have besides its dropout.
struct AttentionForm {
  std::optional<double> scale = {};    // of scores; nothing: 1 / sqrt(dim)
  std::optional<int64_t> window = {};  // tokens see those of a distance below it; nothing: all
};

/// A place in the model that has dropout: its rate, and a number of its own, so that its masks
/// differ from those of other places.
struct DropoutSite {
  double rate = 0;
  int64_t site = 0;
};

/// Whether a forward pass with these options drops anything there.
bool has_dropout(const ForwardOptions& options, DropoutSite site);
/// Appends what an op's dropout reads and returns its rate; without dropout nothing, and 0.
double add_dropout(std::vector<ir::Value>& operands, const TokenValues& tokens,
                   const ForwardOptions& options, DropoutSite site);

/// Returns x W^T + b, of x [..., in], W [out, in] and b [out].
ir::Value linear(ir::Builder& b, ir::Value x, ir::Value weight, ir::Value bias);
ir::Value layer_norm(ir::Builder& b, ir::Value x, ir::Value gamma, ir::Value beta, double epsilon);
/// Returns dropout(x) if the options have a key, else x.
ir::Value dropout(ir::Builder& b, ir::Value x, const TokenValues& tokens,
                  const ForwardOptions& options, DropoutSite site);
/// The rows of table [entries, width] at `ids` i32 [...]: [..., width] of the element type. No
/// gradient flows to the row `padding_index`, if it is not -1.
ir::Value embedding(ir::Builder& b, ir::Value table, ir::Value ids, ir::ElementType element,
                    int64_t padding_index = -1);
/// The vectors of tokens [rows, length, width] at `index` i32 [n], each row * length + offset:
/// [n, width].
ir::Value tokens_at(ir::Builder& b, ir::Value x, ir::Value index);
/// Dropout of one vector for each feature, x [features, width]; `sample` i32 [features] names its
/// masks.
ir::Value feature_dropout(ir::Builder& b, ir::Value x, ir::Value sample,
                          const ForwardOptions& options, DropoutSite site);
/// residual + dropout(x + bias).
ir::Value bias_dropout_residual(const LayerContext& c, ir::Value x, ir::Value bias,
                                ir::Value residual, DropoutSite site);
/// Returns the softmax attention of each token to the tokens of its own segment. q, k, v and the
/// result are [rows, length, heads * dim].
ir::Value attention(const LayerContext& c, const QueryKeyValue& qkv, int64_t heads,
                    DropoutSite site);

}  // namespace tutti::model
