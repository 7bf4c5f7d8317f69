// SPDX-License-Identifier: Apache-2.0
// What collectives share: groups of processes, exchange inside a group, reduction by a region.
// A process is named by its number, replica * partitions + partition.
#pragma once

#include <optional>

#include "ir/builder.h"
#include "ir/process.h"
#include "op/rules/common.h"

namespace tutti::op {

using ir::Process;
using Rows = std::vector<std::vector<int64_t>>;

/// How rows of ids become groups of processes (StableHLO, "Process grid").
enum class Strategy { cross_replica, cross_partition, cross_replica_and_partition, flattened_ids };

/// The strategy of all_gather, all_reduce and reduce_scatter, from channel and
/// use_global_device_ids.
Strategy gathering_strategy(const Operation& op);
/// The strategy of all other collectives, from the channel.
Strategy moving_strategy(const Operation& op);
/// The handle of channel_handle, or 0 without one.
int64_t channel_of(const Operation& op);

/// The rows of a matrix of ids without their -1. Empty if groups are given by mesh axes.
std::optional<Rows> rows_of(const Operation& op, std::string_view name);
/// Checks that each id is only once in replica_groups (label `unique`) and that none is out of
/// range (label `range`). With `all` every id from 0 on must occur; with `padded` rows may end in
/// -1.
void expect_groups(const Operation& op, std::string_view unique, std::string_view range, bool all,
                   bool padded = false);
/// Checks that there is a channel if use_global_device_ids is given.
void expect_channel_of_global_ids(const Operation& op, std::string_view label);

/// The processes of each row by a strategy, in order. A UserError if an id is not in the grid or,
/// with `all`, if one of the grid is in no row.
Rows process_groups(const Operation& op, const Rows& rows, Strategy strategy, ir::GridSize grid,
                    bool all);
/// The group of replica_groups to which this process belongs; empty if it belongs to none.
std::vector<int64_t> own_group(const Operation& op, Process& process, Strategy strategy, bool all);
/// The number of processes of a group, if it does not depend on the grid.
std::optional<int64_t> group_size(const Operation& op, Strategy strategy);

/// Whether the last operand of a collective_broadcast or collective_reduce says which member of a
/// group is the root of each other operand.
bool has_dynamic_root(const Operation& op);
/// Checks the type of that operand.
void expect_roots(const Operation& op, std::string_view label);
/// The root of operand `index`, as an index into the group of `members`. Without that last operand
/// it is the first member.
size_t root_of(const Operation& op, Operands in, size_t index, size_t members);
/// The operands of their backward rules: the gradients of the results, and the roots if given.
std::vector<Value> gradients_and_roots(const Vjp& v);

/// The rows of source_target_pairs; none without the attribute. Checks that they are pairs, that
/// each source and each target is there only once, and that none is negative, by these labels.
Rows expect_pairs(const Operation& op, std::string_view pairs, std::string_view sources,
                  std::string_view targets, std::string_view range);
/// The processes of source_target_pairs; each row has a source and a target.
Rows process_pairs(const Operation& op, ir::GridSize grid);

/// Checks that all received values have the types of the operands.
void expect_same_types(const Operation& op, const std::vector<Process::Message>& messages);
/// Sends `mine` to every member of the group and returns what each member sent, in the group's
/// order. The error of a process that waits in vain names the tag.
std::vector<Process::Message> exchange_messages(const Operation& op, Process& process,
                                                const std::vector<int64_t>& group,
                                                const std::string& tag, Process::Message mine);
/// The same with the operands as the message. Checks that all members sent values of the same
/// types.
std::vector<Process::Message> exchange(const Operation& op, Process& process,
                                       const std::vector<int64_t>& group, Operands mine);

/// The scalar type that the region combines. Checks its signature, and that each of the first
/// `count` operands can be converted to that type.
Type expect_computation(const Operation& op, size_t count, std::string_view label);
/// Value `index` of all messages, combined elementwise by the region in their order.
Array fold(const Operation& op, const std::vector<Process::Message>& messages, size_t index,
           Evaluation& evaluation);

/// Arrays joined along an axis, and part `index` of `count` equal parts along an axis.
Array concatenated(const std::vector<const Array*>& parts, int64_t axis);
Array part_of(const Array& whole, int64_t axis, int64_t count, int64_t index);

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
