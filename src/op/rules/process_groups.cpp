// SPDX-License-Identifier: Apache-2.0
#include "op/rules/process_groups.h"

#include <algorithm>
#include <set>

#include "op/catalogue.h"
#include "op/emit.h"

namespace tutti::op {
namespace {

bool uses_global_ids(const Operation& op) {
  return op.attributes.find("use_global_device_ids") != nullptr;
}

/// How many ids a strategy names in a grid.
int64_t ids_of(Strategy strategy, ir::GridSize grid) {
  if (strategy == Strategy::flattened_ids) return grid.count();
  return strategy == Strategy::cross_partition ? grid.partitions : grid.replicas;
}

/// Checks that a matrix of ids holds integers, and can be read: a splat, or one without columns,
/// may claim any size.
void expect_readable(const Operation& op, std::string_view name, const Type& type) {
  constexpr int64_t kMost = 1 << 20;
  if (!is_integer(type.element))
    ir::operation_error(op, fmt::format("{} is a {}, expected integers", name, type.str()));
  if (type.dim(0) > kMost || type.count() > kMost)
    ir::operation_error(op, fmt::format("{} is a {}, expected at most {} rows and {} ids", name,
                                        type.str(), kMost, kMost));
}

const ir::Tensor& expect_pair_matrix(const Operation& op, std::string_view label) {
  const auto* matrix = op.attribute("source_target_pairs").get<ir::Tensor>();
  constraint(op,
             matrix && matrix->type().rank() == 2 && matrix->type().dim(1) == 2 &&
                 is_integer(matrix->type().element),
             label, "source_target_pairs is not as expected, a matrix of two columns of integers");
  expect_readable(op, "source_target_pairs", matrix->type());
  return *matrix;
}

}  // namespace

int64_t channel_of(const Operation& op) {
  if (!op.attributes.find("channel_handle")) return 0;
  return ir::record_int(op.record_attribute("channel_handle"), "handle");
}

Strategy gathering_strategy(const Operation& op) {
  if (uses_global_ids(op)) return Strategy::flattened_ids;
  return channel_of(op) > 0 ? Strategy::cross_replica_and_partition : Strategy::cross_replica;
}

Strategy moving_strategy(const Operation& op) {
  return channel_of(op) > 0 ? Strategy::cross_partition : Strategy::cross_replica;
}

std::optional<Rows> rows_of(const Operation& op, std::string_view name) {
  const auto* matrix = op.attribute(name).get<ir::Tensor>();
  if (!matrix) return std::nullopt;
  const Type& type = matrix->type();
  expect_readable(op, name, type);
  Rows rows(static_cast<size_t>(type.dim(0)));
  for (int64_t k = 0; k < type.count(); k++)
    if (const int64_t id = matrix->int_at(k); id != -1)
      rows[static_cast<size_t>(k / type.dim(1))].push_back(id);
  return rows;
}

void expect_groups(const Operation& op, std::string_view unique, std::string_view range, bool all,
                   bool padded) {
  const auto rows = rows_of(op, "replica_groups");
  if (!rows) return;
  std::set<int64_t> seen;
  int64_t count = 0;
  for (const auto& row : *rows)
    for (const int64_t id : row) {
      constraint(op, seen.insert(id).second, unique,
                 "replica_groups has {} twice, expected each once", id);
      count++;
    }
  const int64_t entries = op.attribute("replica_groups").get<ir::Tensor>()->type().count();
  constraint(op, padded || count == entries, range, "replica_groups has -1, expected ids");
  const int64_t last = all ? count - 1 : INT64_MAX;
  for (const int64_t id : seen)
    constraint(op, id >= 0 && id <= last, range, "replica_groups has {}, expected 0 to {}", id,
               last);
}

void expect_channel_of_global_ids(const Operation& op, std::string_view label) {
  constraint(op, !uses_global_ids(op) || channel_of(op) > 0, label,
             "use_global_device_ids is given with channel {}, expected a positive one",
             channel_of(op));
}

Rows process_groups(const Operation& op, const Rows& rows, Strategy strategy, ir::GridSize grid,
                    bool all) {
  const int64_t ids = ids_of(strategy, grid);
  std::set<int64_t> seen;
  for (const auto& row : rows)
    for (const int64_t id : row) {
      seen.insert(id);
      if (id < 0 || id >= ids)
        ir::operation_error(
            op, fmt::format("names {}, but a grid of {} replicas and {} partitions has 0 to {}", id,
                            grid.replicas, grid.partitions, ids - 1));
    }
  if (all && static_cast<int64_t>(seen.size()) != ids)
    ir::operation_error(
        op, fmt::format("replica_groups has {} ids, but a grid of {} replicas and {} partitions "
                        "has {}: each must be in a group",
                        seen.size(), grid.replicas, grid.partitions, ids));
  const auto number = [&](int64_t replica, int64_t partition) {
    return replica * grid.partitions + partition;
  };
  Rows groups;
  for (const auto& row : rows) {
    if (strategy == Strategy::flattened_ids) {
      groups.push_back(row);
    } else if (strategy == Strategy::cross_replica_and_partition) {
      auto& group = groups.emplace_back();
      for (int64_t p = 0; p < grid.partitions; p++)
        for (const int64_t r : row) group.push_back(number(r, p));
    } else {
      const bool replicas = strategy == Strategy::cross_replica;
      const int64_t others = replicas ? grid.partitions : grid.replicas;
      for (int64_t other = 0; other < others; other++) {
        auto& group = groups.emplace_back();
        for (const int64_t id : row)
          group.push_back(replicas ? number(id, other) : number(other, id));
      }
    }
  }
  return groups;
}

std::vector<int64_t> own_group(const Operation& op, Process& process, Strategy strategy, bool all) {
  const auto rows = rows_of(op, "replica_groups");
  if (!rows)
    ir::operation_error(op, "replica_groups by mesh axes have no meaning here; give a matrix");
  for (auto& group : process_groups(op, *rows, strategy, process.grid(), all))
    if (std::find(group.begin(), group.end(), process.number()) != group.end()) return group;
  return {};
}

std::optional<int64_t> group_size(const Operation& op, Strategy strategy) {
  const auto rows = rows_of(op, "replica_groups");
  if (!rows || rows->empty() || strategy == Strategy::cross_replica_and_partition)
    return std::nullopt;
  return static_cast<int64_t>(rows->front().size());
}

Rows expect_pairs(const Operation& op, std::string_view pairs, std::string_view sources,
                  std::string_view targets, std::string_view range) {
  if (!op.attributes.find("source_target_pairs")) return {};
  const ir::Tensor& matrix = expect_pair_matrix(op, pairs);
  std::set<int64_t> seen[2];
  Rows rows(static_cast<size_t>(matrix.type().dim(0)));
  for (int64_t k = 0; k < matrix.type().count(); k++) {
    const int64_t id = matrix.int_at(k);
    const bool target = k % 2 == 1;
    constraint(op, seen[target].insert(id).second, target ? targets : sources,
               "source_target_pairs has {} {} twice, expected each once",
               target ? "target" : "source", id);
    constraint(op, id >= 0, range, "source_target_pairs has {}, expected ids from 0 on", id);
    rows[static_cast<size_t>(k / 2)].push_back(id);
  }
  return rows;
}

Rows process_pairs(const Operation& op, ir::GridSize grid) {
  if (!op.attributes.find("source_target_pairs")) return {};
  const auto rows = rows_of(op, "source_target_pairs");
  return process_groups(op, rows.value_or(Rows()), moving_strategy(op), grid, false);
}

}  // namespace tutti::op
