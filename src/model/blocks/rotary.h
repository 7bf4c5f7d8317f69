// SPDX-License-Identifier: Apache-2.0
// Rotary position embeddings (Su et al., arXiv:2104.09864) in transformers' layout: the first half
// of a head's entries is rotated against the second.
#pragma once

#include <vector>

#include "ir/builder.h"

namespace tutti::model {

struct Rotary {
  enum class Kind { standard, linear, llama3, longrope };
  Kind kind = Kind::standard;
  double theta = 10000;
  double factor = 1;  // of linear and llama3: how much longer texts are than in pretraining
  // Of llama3: wavelengths above original_positions / low_frequency_factor are stretched, those
  // below original_positions / high_frequency_factor are not, and those between partly.
  double low_frequency_factor = 1;
  double high_frequency_factor = 4;
  double original_positions = 8192;
  // Of longrope: each frequency is divided by a factor of its own, from one list where all
  // positions of a batch are below original_positions, or else from the other; cosines and sines
  // grow.
  std::vector<double> short_factors = {}, long_factors = {};
  double growth = 1;
  int64_t dim = 0;  // a head's first entries, which are rotated; 0: all
};

/// The angle by which each pair of a head's entries turns from one position to the next:
/// [head_dim / 2], computed in float32 as transformers does. `factors`: of longrope.
std::vector<float> inverse_frequencies(const Rotary& rotary, int64_t head_dim,
                                       const std::vector<double>& factors = {});

/// Cosines and sines of positions i32 [rows, length]: [rows, length, head_dim / 2] of the element
/// type, or of as many as are rotated.
struct Rotation {
  ir::Value cosine;
  ir::Value sine;
};
Rotation rotation(ir::Builder& b, const Rotary& rotary, int64_t head_dim, ir::Value position,
                  ir::ElementType element);

/// Rotates x [rows, length, heads, head_dim], or as many of its first entries as the rotation has.
ir::Value rotate(ir::Builder& b, ir::Value x, const Rotation& rotation);

}  // namespace tutti::model
