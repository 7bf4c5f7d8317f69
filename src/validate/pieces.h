// SPDX-License-Identifier: Apache-2.0
// Cuts a function into pieces: programs of some of its operations that return every result of
// those.
#pragma once

#include <span>

#include "ir/module.h"

namespace tutti::validate {

struct Piece {
  ir::Module module;  // @main
  // The values of the whole function that @main takes and returns, in the order of @main's own.
  std::vector<ir::Value> arguments;
  std::vector<ir::Value> results;
};

using Operations = std::span<const ir::Operation* const>;

/// The operations one after another, each reading the results of those before it. The arguments are
/// the values that come from outside the piece. Constants are copied into it.
Piece chained(Operations operations);
/// The same operations independently of each other: what one reads of another is an argument too.
Piece apart(Operations operations);

bool is_constant(const ir::Operation& op);
/// The operands of an operation and the values that its regions read from outside, each once.
std::vector<ir::Value> values_read(const ir::Operation& op);

}  // namespace tutti::validate
