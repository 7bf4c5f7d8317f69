// SPDX-License-Identifier: Apache-2.0
// The frame of most passes: rebuilds a function operation by operation and leaves the old one as it
// is.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ir/builder.h"

namespace tutti::pass {

/// Called with a copy of each operation, whose operands are values of the new function. Returns
/// values that take the places of its results, emitted by the builder, or nothing to keep the copy.
using Visit =
    std::function<std::optional<std::vector<ir::Value>>(ir::Builder&, const ir::Operation&)>;

/// Rebuilds every function of a module, including the regions of operations.
ir::Module rewrite(const ir::Module& module, const ir::Catalogue& catalogue, const Visit& visit);

/// Appends the operations of `from` without its terminator to the builder's block. `map` has the
/// values of its arguments. Returns the new values of the terminator's operands.
std::vector<ir::Value> append_body(ir::Builder& builder, const ir::Block& from, ir::ValueMap& map,
                                   const Visit& visit);
/// The same where no operation is replaced.
std::vector<ir::Value> append_body(ir::Builder& builder, const ir::Block& from, ir::ValueMap& map);

/// Ends a function's body with a return of `results`, and sets the function's result types.
void finish(ir::Function& function, ir::Builder& builder, const std::vector<ir::Value>& results);

}  // namespace tutti::pass
