// SPDX-License-Identifier: Apache-2.0
// Reads StableHLO program text, pretty and generic form, as JAX and MLIR print it.
#pragma once

#include <string>
#include <string_view>

#include "ir/op_def.h"

namespace tutti::ir {

/// Parses a whole text into a module and checks the constraints of every operation. Errors are
/// UserErrors of the form "file:line:column: what was found, what was expected".
Module parse_module(std::string_view text, const std::string& file, const Catalogue& catalogue);

}  // namespace tutti::ir
