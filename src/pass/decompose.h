// SPDX-License-Identifier: Apache-2.0
// Replaces fused ops by smaller ones.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "ir/op_def.h"

namespace tutti::pass {

/// Decomposes, again and again, each operation that `supports` refuses. `counts`, if given, is told
/// how many of each name were decomposed. One that is refused and has no decomposition stays: the
/// backend's compile names it.
ir::Module decompose(ir::Module module, const ir::Catalogue& catalogue,
                     const std::function<bool(const ir::Operation&)>& supports,
                     std::map<std::string, int>* counts = nullptr);

}  // namespace tutti::pass
