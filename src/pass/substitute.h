// SPDX-License-Identifier: Apache-2.0
// Rebuilding functions where what stands for an operation depends on those around it.
#pragma once

#include <functional>

#include "ir/builder.h"

namespace tutti::pass {

/// Gives the new value that stands for the one result of an operation of the old function, or null
/// to keep the operation. The map holds the new values of those before it.
using Substitute =
    std::function<ir::Value(ir::Builder&, const ir::Operation&, const ir::ValueMap&)>;

/// Rebuilds the bodies of functions, their regions unseen; `substitute_of` is asked once for each.
ir::Module substitute(ir::Module module, const ir::Catalogue& catalogue,
                      const std::function<Substitute(const ir::Function&)>& substitute_of);

}  // namespace tutti::pass
