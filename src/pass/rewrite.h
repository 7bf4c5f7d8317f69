// SPDX-License-Identifier: Apache-2.0
// The frame of most passes: a function is rebuilt operation by operation, the old one staying
// alive.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ir/builder.h"

namespace tutti::pass {

/// Sees a copy of each operation, its operands being values of the new function already. Gives the
/// values that take the results' places, emitted through the builder, or nothing to keep the copy.
using Visit =
    std::function<std::optional<std::vector<ir::Value>>(ir::Builder&, const ir::Operation&)>;

/// Rebuilds every function of a module, regions included.
ir::Module rewrite(const ir::Module& module, const ir::Catalogue& catalogue, const Visit& visit);

/// Appends the operations of `from`, without its terminator, to the builder's block; `map` holds
/// the values of its arguments. Gives what the terminator returned.
std::vector<ir::Value> append_body(ir::Builder& builder, const ir::Block& from, ir::ValueMap& map,
                                   const Visit& visit);

/// Ends a function's body by a return of `results` and declares their types.
void finish(ir::Function& function, ir::Builder& builder, const std::vector<ir::Value>& results);

}  // namespace tutti::pass
