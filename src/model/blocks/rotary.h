// SPDX-License-Identifier: Apache-2.0
// Rotary position embeddings (Su et al., arXiv:2104.09864) in transformers' layout: the first half
// of a head's entries is rotated against the second.
#pragma once

#include "ir/builder.h"

namespace tutti::model {

struct Rotary {
  enum class Kind { standard, linear, llama3 };
  Kind kind = Kind::standard;
  double theta = 10000;
  double factor = 1;  // of linear and llama3: how much longer texts are than in pretraining
  // Of llama3: wavelengths above original_positions / low_frequency_factor are stretched, those
  // below original_positions / high_frequency_factor are not, and those between partly.
  double low_frequency_factor = 1;
  double high_frequency_factor = 4;
  double original_positions = 8192;
};

/// The angle by which each pair of a head's entries turns from one position to the next:
/// [head_dim / 2], computed in float32 as transformers does.
std::vector<float> inverse_frequencies(const Rotary& rotary, int64_t head_dim);

/// Cosines and sines of positions i32 [rows, length]: [rows, length, head_dim / 2] of the element
/// type.
struct Rotation {
  ir::Value cosine;
  ir::Value sine;
};
Rotation rotation(ir::Builder& b, const Rotary& rotary, int64_t head_dim, ir::Value position,
                  ir::ElementType element);

/// Rotates x [rows, length, heads, head_dim].
ir::Value rotate(ir::Builder& b, ir::Value x, const Rotation& rotation);

}  // namespace tutti::model
