// SPDX-License-Identifier: Apache-2.0
// The rules of all ops that the CPU runs, and what the planner asks about an operation before it
// lowers it.
#pragma once

#include <optional>
#include <vector>

#include "backend/cpu/lower/rule.h"

namespace tutti::backend::cpu {

/// The rules that each file of lowerings gives.
#define TUTTI_LOWERING(stem) std::vector<Rule> stem##_rules();
#include "backend/cpu/lower/lowerings.def"
#undef TUTTI_LOWERING
/// The rule of every operation that block_operation knows.
Rule elementwise_rule();

/// The rule of an operation; null if there is none, or if it does not take this one. An alias
/// (see is_alias) has none.
const Rule* rule_of(const ir::Operation& op);

/// Whether values of this type can be in the CPU's memory: tokens, and tensors of known size of any
/// elements but tf32, index and quantized ones.
bool is_storable(const ir::Type& type);

/// Whether an operation's regions become parts of the program: while, case, if.
bool is_control(const ir::Operation& op);

/// Whether a loop is better unrolled because its rounds are few and small: its counter is then a
/// constant in each round, and operations of several rounds are computed together.
bool is_short_loop(const ir::Operation& op);

/// Where a part of such a view, of that type, would be dense, and smaller than the whole: the view
/// of it in the memory of the whole, whose place moves by start `index` of a run. Nothing
/// otherwise.
std::optional<View> moving_view(const ir::Type& part, const View& whole, int64_t index);
/// Computes that start from the indices of a dynamic_slice or a dynamic_update_slice, which are the
/// operands after the whole.
Run lower_start(const Lowering& lowering, int64_t index);

/// Gives a copy of a view into a dense one of the same type.
Run lower_copy(const View& from, const View& to);

}  // namespace tutti::backend::cpu
