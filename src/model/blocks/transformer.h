// SPDX-License-Identifier: Apache-2.0
// Blocks that encoder models share.
#pragma once

#include "model/parameters.h"

namespace tutti::model {

/// One place of dropout: its rate, and the number that keeps its masks apart from other places'.
struct DropoutSite {
  double rate = 0;
  int64_t site = 0;
};

/// x[..., in] W[out, in]^T + b[out].
ir::Value linear(ir::Builder& b, ir::Value x, ir::Value weight, ir::Value bias);
ir::Value layer_norm(ir::Builder& b, ir::Value x, ir::Value gamma, ir::Value beta, double epsilon);
/// x, or dropout(x) where the options hold a key.
ir::Value dropout(ir::Builder& b, ir::Value x, const TokenValues& tokens,
                  const ForwardOptions& options, DropoutSite site);
/// The vectors of tokens [rows, length, width] at `index` i32 [n], each row * length + offset:
/// [n, width].
ir::Value tokens_at(ir::Builder& b, ir::Value x, ir::Value index);
/// Dropout of one vector for each feature, x [features, width]; `sample` i32 [features] names its
/// masks.
ir::Value feature_dropout(ir::Builder& b, ir::Value x, ir::Value sample,
                          const ForwardOptions& options, DropoutSite site);
/// residual + dropout(x + bias).
ir::Value bias_dropout_residual(ir::Builder& b, ir::Value x, ir::Value bias, ir::Value residual,
                                const TokenValues& tokens, const ForwardOptions& options,
                                DropoutSite site);
/// Softmax attention of every token over the tokens of its own segment; q, k, v: [rows, length,
/// heads * dim].
ir::Value attention(ir::Builder& b, ir::Value q, ir::Value k, ir::Value v, int64_t heads,
                    const TokenValues& tokens, const ForwardOptions& options, DropoutSite site);

}  // namespace tutti::model
