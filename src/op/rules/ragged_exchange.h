// SPDX-License-Identifier: Apache-2.0
// @ragged_all_to_all as JAX prints lax.ragged_all_to_all: each process sends rows of its operand,
// as many as it likes, to each process of its group, which puts them where the sender says.
#pragma once

#include "ir/process.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

bool is_ragged_exchange(const Operation& op);
/// Throws a UserError unless the operands are the rows, what the result begins with, and for each
/// receiver the first row and the number of rows that are sent, the place where they go, and the
/// number of rows that come from it.
void expect_ragged_exchange(const Operation& op);
Array evaluate_ragged_exchange(const Operation& op, Operands in, Evaluation& evaluation);
/// The rows of all processes, of which each takes its own, for the processes of a grid.
Value emit_ragged_exchange(Builder& b, const Operation& op, ir::GridSize grid,
                           const ir::Attribute& grid_attribute);

}  // namespace tutti::op
