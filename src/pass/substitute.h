// SPDX-License-Identifier: Apache-2.0
// Rebuilds functions, like pass/rewrite.h, for passes that look at the operations around one.
#pragma once

#include <functional>

#include "ir/builder.h"

namespace tutti::pass {

/// The operations that use a value. One that uses it twice is there twice. If operations in a
/// region use it from outside, the operation with that region counts as a user as well, so that a
/// value that is used both inside and outside of a loop never seems to have one user.
using Users = std::unordered_map<ir::Value, std::vector<const ir::Operation*>>;

/// The operation of that name that made a value, if nothing else uses the value; otherwise null.
const ir::Operation* unshared(ir::Value value, std::string_view name, const Users& users);

/// The surroundings of an operation of the old function.
struct Surroundings {
  ir::Builder& builder;     // of the new function
  const Users& users;       // of the values of the old function
  const ir::ValueMap& map;  // from old values before the operation to new ones
};

/// Returns the new value that replaces the only result of an operation of the old function, or null
/// to keep the operation.
using Substitute = std::function<ir::Value(const Surroundings&, const ir::Operation&)>;

/// Rebuilds the bodies of functions, including those of loops and branches.
ir::Module substitute(ir::Module module, const ir::Catalogue& catalogue,
                      const Substitute& substitute_of);

}  // namespace tutti::pass
