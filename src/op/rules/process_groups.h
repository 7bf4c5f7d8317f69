// SPDX-License-Identifier: Apache-2.0
// Which processes of a grid work together in a collective.
// A process is named by its number, replica * partitions + partition.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

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

/// The rows of source_target_pairs; none without the attribute. Checks that they are pairs, that
/// each source and each target is there only once, and that none is negative, by these labels.
Rows expect_pairs(const Operation& op, std::string_view pairs, std::string_view sources,
                  std::string_view targets, std::string_view range);
/// The processes of source_target_pairs; each row has a source and a target.
Rows process_pairs(const Operation& op, ir::GridSize grid);

}  // namespace tutti::op
