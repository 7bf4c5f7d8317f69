// SPDX-License-Identifier: Apache-2.0
// Replaces ops that a backend lacks by smaller ones.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "ir/op_def.h"

namespace tutti::pass {

/// Decomposes each operation for which `supports` is false, and what it decomposes into if need be.
/// `counts`, if given, gets the number of operations of each name that were decomposed. An
/// operation that has no decomposition or computes on quantized values stays; the backend's
/// compile() then names it in an error.
ir::Module decompose(ir::Module module, const ir::Catalogue& catalogue,
                     const std::function<bool(const ir::Operation&)>& supports,
                     std::map<std::string, int>* counts = nullptr);

}  // namespace tutti::pass
