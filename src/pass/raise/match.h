// SPDX-License-Identifier: Apache-2.0
// How imported programs spell what we have as one op: each reading takes the last operation of a
// spelling and finds its inputs.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ir/builder.h"

namespace tutti::pass {

/// What stands for a root operation's result, from some inputs of its spelling.
struct Spelling {
  std::vector<ir::Value> inputs;
  std::function<ir::Value(ir::Builder&, const std::vector<ir::Value>&)> emit;
};

/// `root` has one result, of at least one axis, in float32 (of random bits: ui32). Empty: it is no
/// such spelling.
using ReadSpelling = std::optional<Spelling>(const ir::Operation& root);

/// tutti.softmax, tutti.layer_norm, tutti.rms_norm, tutti.bias_gelu, tutti.dot_product_attention,
/// three of tutti.softmax_cross_entropy, and tutti.threefry_bits.
ReadSpelling spelled_softmax, spelled_layer_norm, spelled_rms_norm, spelled_gelu, spelled_attention,
    spelled_one_hot_loss, spelled_picked_loss, spelled_log_sum_exp, spelled_threefry_bits;

/// A gradient shares what it reads with its function: where both are raised nothing is left to
/// share. tutti.bias_gelu_gradient.
ReadSpelling spelled_gelu_gradient;

}  // namespace tutti::pass
