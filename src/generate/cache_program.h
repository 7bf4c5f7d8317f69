// SPDX-License-Identifier: Apache-2.0
// The programs that continue rows of tokens with a decoder: each token's keys and values are kept
// and computed once.
#pragma once

#include "model/model.h"
#include "pass/precision.h"

namespace tutti::generate {

/// Rows that a run of a program continues, each by so many tokens. Keys and values of `capacity`
/// tokens of each row are kept.
struct Stretch {
  int64_t rows = 1;
  int64_t tokens = 1;
  int64_t capacity = 0;
  auto operator<=>(const Stretch&) const = default;
};

/// The type in which programs take a parameter: in bf16, matrices are bf16, and vectors f32.
ir::Type parameter_type(const model::Parameter& parameter, pass::Precision precision);

/// The type of a layer's keys, and that of its values: [rows, key_value_heads, capacity, head_dim].
ir::Type cache_type(const model::Model& model, int64_t rows, int64_t capacity,
                    pass::Precision precision);

inline constexpr const char* kContinue = "continue";
/// @continue: (parameters, then keys and values of each layer, ids i32 [rows, tokens], position
/// likewise, last i32 [rows]) -> (keys and values with the tokens, logits f32 [rows, vocabulary] of
/// the token that follows the one at `last` of each row's new tokens). Keys and values are donated.
/// The positions of a row follow one another, and those of real tokens are below the capacity.
ir::Module continue_module(const model::Model& model, const Stretch& stretch,
                           pass::Precision precision);

inline constexpr const char* kGrow = "grow";
/// @grow: keys and values of one capacity -> the same with room for more tokens.
ir::Module grow_module(const model::Model& model, int64_t rows, int64_t from, int64_t to,
                       pass::Precision precision);

}  // namespace tutti::generate
