// SPDX-License-Identifier: Apache-2.0
#include "op/rules/collective.h"

#include <algorithm>
#include <set>

#include "base/checked.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/identity.h"
#include "op/rules/reduction.h"
#include "op/rules/region_emit.h"
#include "op/rules/regions.h"

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

bool has_dynamic_root(const Operation& op) {
  return op.attributes.find("has_dynamic_root") != nullptr;
}

void expect_roots(const Operation& op, std::string_view label) {
  const auto others = static_cast<int64_t>(op.operand_count()) - 1;
  constraint(op, others >= 1, label, "{} operands, expected values and their roots",
             op.operand_count());
  const Type expected = Type::tensor(ElementType::i32, {others});
  constraint(op, ir::compatible(op.operands.back()->type, expected), label,
             "the roots are a {}, expected {}", op.operands.back()->type.str(), expected.str());
}

size_t root_of(const Operation& op, Operands in, size_t index, size_t members) {
  if (!has_dynamic_root(op)) return 0;
  const int64_t root = in.back()->i(static_cast<int64_t>(index));
  if (root < 0 || root >= static_cast<int64_t>(members))
    ir::operation_error(op, fmt::format("root {} of a group of {} processes", root, members));
  return static_cast<size_t>(root);
}

std::vector<Value> gradients_and_roots(const Vjp& v) {
  std::vector<Value> values;
  for (size_t i = 0; i < v.op.result_count(); i++) values.push_back(v.gradient(i));
  if (has_dynamic_root(v.op)) values.push_back(v.op.operands.back());
  return values;
}

Rows expect_pairs(const Operation& op, std::string_view pairs, std::string_view sources,
                  std::string_view targets, std::string_view range) {
  if (!op.attributes.find("source_target_pairs")) return {};
  const auto* matrix = op.attribute("source_target_pairs").get<ir::Tensor>();
  constraint(op,
             matrix && matrix->type().rank() == 2 && matrix->type().dim(1) == 2 &&
                 is_integer(matrix->type().element),
             pairs, "source_target_pairs is not as expected, a matrix of two columns of integers");
  expect_readable(op, "source_target_pairs", matrix->type());
  std::set<int64_t> seen[2];
  Rows rows(static_cast<size_t>(matrix->type().dim(0)));
  for (int64_t k = 0; k < matrix->type().count(); k++) {
    const int64_t id = matrix->int_at(k);
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

void expect_same_types(const Operation& op, const std::vector<Process::Message>& messages) {
  for (const auto& message : messages) {
    if (message->size() != op.operand_count())
      ir::operation_error(op, fmt::format("takes {} values, another process of its group {}",
                                          op.operand_count(), message->size()));
    for (size_t i = 0; i < message->size(); i++)
      if ((*message)[i].type != op.operand_type(i))
        ir::operation_error(op, fmt::format("takes a {}, another process of its group a {}",
                                            op.operand_type(i).str(), (*message)[i].type.str()));
  }
}

std::vector<Process::Message> exchange_messages(const Operation& op, Process& process,
                                                const std::vector<int64_t>& group,
                                                const std::string& tag, Process::Message mine) {
  for (const int64_t member : group) process.send(member, tag, mine);
  std::vector<Process::Message> messages;
  for (const int64_t member : group) messages.push_back(process.receive(op, member, tag));
  return messages;
}

std::vector<Process::Message> exchange(const Operation& op, Process& process,
                                       const std::vector<int64_t>& group, Operands mine) {
  const std::string tag =
      fmt::format("{} in channel {} among {}", op.name(), channel_of(op), ir::str(group));
  auto values = std::make_shared<std::vector<Array>>();
  for (const Array* array : mine) values->push_back(*array);
  const auto messages = exchange_messages(op, process, group, tag, values);
  expect_same_types(op, messages);
  return messages;
}

Type expect_computation(const Operation& op, size_t count, std::string_view label) {
  expect_regions(op, 1, label);
  const Type scalar = expect_reducer(op, 0, 1, label)[0];
  for (size_t i = 1; i < count; i++) expect_promotable(op, i, scalar, label);
  return scalar;
}

namespace {

/// All elements at once, where the computation is one operation: as many calls of it as members.
Array fold_whole(const Operation& op, const std::vector<Process::Message>& messages, size_t index,
                 Evaluation& evaluation) {
  const Type scalar = op.regions[0]->arguments[0]->type;
  const ir::Shape& shape = (*messages[0])[index].type.shape;
  const Type whole = scalar.with(shape);
  Block block;
  const std::vector<Value> pair = {block.add_argument(whole), block.add_argument(whole)};
  Builder b(block, catalogue());
  b.create("stablehlo.return", emit_on_tensors(b, *op.regions[0], pair, shape));
  const auto converted = [&](const Array& given) {
    Array array(whole);
    for (int64_t k = 0; k < array.count(); k++) array.copy_element(k, given, k);
    return array;
  };
  Array sum = converted((*messages[0])[index]);
  for (size_t member = 1; member < messages.size(); member++)
    sum = std::move(
        evaluation.run_region(block, {std::move(sum), converted((*messages[member])[index])})[0]);
  return sum;
}

}  // namespace

Array fold(const Operation& op, const std::vector<Process::Message>& messages, size_t index,
           Evaluation& evaluation) {
  if (reducer_of(op)) return fold_whole(op, messages, index, evaluation);
  const Block& block = *op.regions[0];
  const Type scalar = block.arguments[0]->type;
  const Array& first = (*messages[0])[index];
  Array out(scalar.with(first.type.shape));
  for (int64_t k = 0; k < out.count(); k++) {
    Array sum(scalar);
    sum.copy_element(0, first, k);
    for (size_t member = 1; member < messages.size(); member++) {
      Array leaf(scalar);
      leaf.copy_element(0, (*messages[member])[index], k);
      sum = std::move(evaluation.run_region(block, {std::move(sum), std::move(leaf)})[0]);
    }
    out.copy_element(k, sum, 0);
  }
  return out;
}

Array concatenated(const std::vector<const Array*>& parts, int64_t axis) {
  const auto at = static_cast<size_t>(axis);
  Type type = parts[0]->type;
  type.shape[at] = 0;
  for (const Array* part : parts)
    type.shape[at] = checked_add(type.shape[at], part->type.dim(axis), "a concatenation");
  Array out(type);
  int64_t before = 0;
  for (const Array* part : parts) {
    ir::for_each_index(part->type.shape, [&](int64_t flat, const Shape& index) {
      Shape to = index;
      to[at] += before;
      out.copy_element(ir::flat_index(to, type.shape), *part, flat);
    });
    before += part->type.dim(axis);
  }
  return out;
}

Array part_of(const Array& whole, int64_t axis, int64_t count, int64_t index) {
  const auto at = static_cast<size_t>(axis);
  Type type = whole.type;
  type.shape[at] /= count;
  const int64_t start = index * type.shape[at];
  Array part(type);
  ir::for_each_index(type.shape, [&](int64_t flat, const Shape& place) {
    Shape from = place;
    from[at] += start;
    part.copy_element(flat, whole, ir::flat_index(from, whole.type.shape));
  });
  return part;
}

Attributes group_attributes(const Operation& op) {
  Attributes kept;
  for (const std::string_view name :
       {std::string_view("replica_groups"), std::string_view("channel_handle"),
        std::string_view("use_global_device_ids"), std::string_view("has_dynamic_root"),
        kGridAttribute})
    if (const ir::Attribute* found = op.attributes.find(name)) kept.set(name, *found);
  return kept;
}

std::vector<Value> with_wide_operands(Builder& b, const Operation& op) {
  const ElementType element = op.result_type().element;
  if (element == op.operand_type(0).element) return {};
  std::vector<Value> operands = op.operands;
  for (size_t i = 0; i < op.result_count(); i++) operands[i] = convert(b, operands[i], element);
  return b.create(op.name(), operands, op.attributes, op.result_types(),
                  [&](Operation& wide) { copy_region(*op.regions[0], wide); });
}

std::vector<Value> summing(Builder& b, std::string_view name, std::vector<Value> operands,
                           Attributes attributes, std::vector<Type> declared) {
  const Type scalar = Type::scalar(operands[0]->type.element);
  return b.create(name, std::move(operands), std::move(attributes), std::move(declared),
                  [&](Operation& op) {
                    Block& block = op.add_region();
                    const Value x = block.add_argument(scalar), y = block.add_argument(scalar);
                    Builder inner(block, b.catalogue());
                    inner.location = b.location;
                    inner.create("stablehlo.return", {add(inner, x, y)});
                  });
}

void expect_sum(const Operation& op) {
  const Operation* reducer = reducer_of(op);
  if (!reducer || reducer->name() != "stablehlo.add")
    ir::operation_error(op, "has a derivative only where its computation is stablehlo.add");
}

}  // namespace tutti::op
