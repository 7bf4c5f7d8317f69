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

/// For all_gather, all_reduce and reduce_scatter: by channel and use_global_device_ids.
Strategy gathering_strategy(const Operation& op);
/// For all other collectives: by channel alone.
Strategy moving_strategy(const Operation& op);
/// The handle of channel_handle, 0 where there is none.
int64_t channel_of(const Operation& op);

/// The rows of a matrix of ids without their -1; nothing where the groups are given by mesh axes.
std::optional<Rows> rows_of(const Operation& op, std::string_view name);
/// Holds that no id stands twice in replica_groups (`unique`) and none is out of range (`range`);
/// `all` says that every id from 0 on must occur, `padded` that rows may be filled up with -1.
void expect_groups(const Operation& op, std::string_view unique, std::string_view range, bool all,
                   bool padded = false);
/// Holds that global ids come with a channel.
void expect_channel_of_global_ids(const Operation& op, std::string_view label);

/// The processes of each row under a strategy, in order; a UserError where an id is not in the
/// grid or, with `all`, one of the grid is in no row.
Rows process_groups(const Operation& op, const Rows& rows, Strategy strategy, ir::GridSize grid,
                    bool all);
/// The group of replica_groups that this process belongs to; empty where it is in none.
std::vector<int64_t> own_group(const Operation& op, Process& process, Strategy strategy, bool all);
/// How many processes a group has, where rows alone tell.
std::optional<int64_t> group_size(const Operation& op, Strategy strategy);

/// collective_broadcast and collective_reduce: whether the last operand says, for each of the
/// others, which member of a group is its root.
bool has_dynamic_root(const Operation& op);
/// Holds the type of that operand.
void expect_roots(const Operation& op, std::string_view label);
/// The root of operand `index` as a place in the group of `members`; the first without that
/// operand.
size_t root_of(const Operation& op, Operands in, size_t index, size_t members);
/// What their backward rules send: the results' gradients, and the roots where they are given.
std::vector<Value> gradients_and_roots(const Vjp& v);

/// The rows of source_target_pairs; holds that they are pairs (`pairs`), that no source (`sources`)
/// and no target (`targets`) stands twice, and that none is negative (`range`). Without the
/// attribute there are none.
Rows expect_pairs(const Operation& op, std::string_view pairs, std::string_view sources,
                  std::string_view targets, std::string_view range);
/// Source and target processes, two a row.
Rows process_pairs(const Operation& op, ir::GridSize grid);

/// Holds that all values received have the types of the operands.
void expect_same_types(const Operation& op, const std::vector<Process::Message>& messages);
/// Gives `mine` to every member of the group; what each member gave, in the group's order. Those
/// who wait in vain say the tag.
std::vector<Process::Message> exchange_messages(const Operation& op, Process& process,
                                                const std::vector<int64_t>& group,
                                                const std::string& tag, Process::Message mine);
/// Gives `mine`, the operands, to every member of the group; what each member gave, in the group's
/// order, which is held to be of the same types.
std::vector<Process::Message> exchange(const Operation& op, Process& process,
                                       const std::vector<int64_t>& group, Operands mine);

/// Element type that the region combines; holds its signature and that each of the first `count`
/// operands can be converted to it.
Type expect_computation(const Operation& op, size_t count, std::string_view label);
/// Value `index` of every message folded by the region, in order, elementwise.
Array fold(const Operation& op, const std::vector<Process::Message>& messages, size_t index,
           Evaluation& evaluation);

/// Arrays one behind the other along an axis; part `index` of `count` equal ones along an axis.
Array concatenated(const std::vector<const Array*>& parts, int64_t axis);
Array part_of(const Array& whole, int64_t axis, int64_t count, int64_t index);

/// Which processes work together: the attributes that collectives of one kind share.
Attributes group_attributes(const Operation& op);
/// The decomposition of one that computes in a wider type than its operands have: they are
/// converted first. Nothing for others.
std::vector<Value> with_wide_operands(Builder& b, const Operation& op);
/// A collective that adds: its region is (x, y) -> x + y.
std::vector<Value> summing(Builder& b, std::string_view name, std::vector<Value> operands,
                           Attributes attributes, std::vector<Type> declared);
/// A backward rule for one that is the derivative of a sum: refuses every other region.
void expect_sum(const Operation& op);

}  // namespace tutti::op
