// SPDX-License-Identifier: Apache-2.0
// What a machine's matrix products alone can do: the measure of a training step's rate.
#pragma once

#include "backend/backend.h"
#include "model/bert.h"

namespace tutti::app {

/// FLOP/s of the products of the model's layers over `tokens` tokens, forward and backward, each a
/// program of one product on the backend: the harmonic mean over their FLOPs.
double product_rate(backend::Backend& backend, const model::BertConfig& config, int64_t tokens,
                    bool bf16);

}  // namespace tutti::app
