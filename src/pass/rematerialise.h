// SPDX-License-Identifier: Apache-2.0
// Keeps a program within a budget of memory: values of the forward pass are not kept, but computed
// again where the backward pass reads them.
#pragma once

#include <functional>
#include <optional>

#include "ir/op_def.h"

namespace tutti::pass {

/// The memory that a program may take besides its arguments and results.
struct MemoryBudget {
  std::optional<int64_t> bytes;
  double share = 0;  // without `bytes`: of what it takes otherwise; 0: as little as possible
};

/// What became of a program.
struct Rematerialised {
  int64_t before = 0, after = 0;  // bytes, as bytes_of says
  int64_t limit = 0;              // bytes that the budget allows; 0: as few as possible
  size_t values = 0;              // that are not kept
  double work = 0;  // what is computed again, as a share of all that was computed; by estimate
};

/// Tells the bytes that a module takes besides arguments and results: the plan of a backend.
using PlanBytes = std::function<int64_t(const ir::Module&)>;

/// Replaces values that are kept from the forward to the backward pass by copies of the operations
/// that compute them, placed before their late readers. Chains of operations are repeated as a
/// whole, and each operation at most once. The cheapest values by bytes are given up first, and as
/// few as the budget asks for. What the copies read passes an optimization barrier, so that no
/// compiler takes them for what they repeat. Results keep their bits. A budget that cannot be met
/// gives the program that takes least; `result`, if given, tells.
ir::Module rematerialise(ir::Module module, const ir::Catalogue& catalogue,
                         const MemoryBudget& budget, const PlanBytes& bytes_of,
                         Rematerialised* result = nullptr);

}  // namespace tutti::pass
