// SPDX-License-Identifier: Apache-2.0
// What collectives share: groups of processes, exchange inside a group, reduction by a region.
// A process is named by its number, replica * partitions + partition.
#pragma once

#include <optional>

#include "ir/builder.h"
#include "ir/process.h"
#include "op/rules/common.h"

namespace tutti::op {

/// The attributes that say which processes work together.
Attributes group_attributes(const Operation& op);
/// The decomposition of a collective that computes in a wider type than its operands: converts them
/// first. Empty for other collectives.
std::vector<Value> with_wide_operands(Builder& b, const Operation& op);
/// Emits a collective whose region adds: (x, y) -> x + y.
std::vector<Value> summing(Builder& b, std::string_view name, std::vector<Value> operands,
                           Attributes attributes, std::vector<Type> declared);
/// For backward rules that exist only if the region adds: refuses every other region.
void expect_sum(const Operation& op);

}  // namespace tutti::op
