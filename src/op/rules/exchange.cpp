// SPDX-License-Identifier: Apache-2.0
#include "op/rules/exchange.h"

#include "base/checked.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/reduction.h"
#include "op/rules/region_emit.h"
#include "op/rules/regions.h"

namespace tutti::op {
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

}  // namespace tutti::op
