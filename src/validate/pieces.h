// SPDX-License-Identifier: Apache-2.0
// A function in pieces: some of its operations as a program of their own, whose every result is
// returned.
#pragma once

#include <span>

#include "ir/module.h"

namespace tutti::validate {

struct Piece {
  ir::Module module;                 // @main
  std::vector<ir::Value> arguments;  // values of the whole function
  std::vector<ir::Value> results;    // likewise, one for each of @main's
};

using Operations = std::span<const ir::Operation* const>;

/// The operations as they follow each other: arguments are what they read from before.
Piece chained(Operations operations);
/// The same operations, each for itself: what one reads of another is an argument too.
Piece apart(Operations operations);
// Constants are copied into both, and are no operations to look at.

bool is_constant(const ir::Operation& op);
/// Operands, and what the regions of an operation read from outside it; each once.
std::vector<ir::Value> values_read(const ir::Operation& op);

}  // namespace tutti::validate
