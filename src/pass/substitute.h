// SPDX-License-Identifier: Apache-2.0
// Rebuilding functions where what stands for an operation depends on those around it.
#pragma once

#include <functional>

#include "ir/builder.h"

namespace tutti::pass {

/// The operations that use a value; one that uses it twice stands there twice, and one whose
/// regions use it from outside stands there beside those in them: what belongs to a loop's round
/// and what does not are not taken for one.
using Users = std::unordered_map<ir::Value, std::vector<const ir::Operation*>>;

/// What stands around an operation of the old function.
struct Surroundings {
  ir::Builder& builder;     // of the new function
  const Users& users;       // of the old one's values
  const ir::ValueMap& map;  // the new values of what stands before
};

/// Gives the new value that stands for the one result of an operation of the old function, or null
/// to keep the operation.
using Substitute = std::function<ir::Value(const Surroundings&, const ir::Operation&)>;

/// Rebuilds the bodies of functions, and in them those of loops and branches.
ir::Module substitute(ir::Module module, const ir::Catalogue& catalogue,
                      const Substitute& substitute_of);

}  // namespace tutti::pass
