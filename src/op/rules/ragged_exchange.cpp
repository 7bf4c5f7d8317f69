// SPDX-License-Identifier: Apache-2.0
#include "op/rules/ragged_exchange.h"

#include <algorithm>

#include "op/catalogue.h"
#include "op/rules/exchange.h"
#include "op/rules/identity.h"
#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

enum RaggedOperand : size_t { kSent, kBefore, kStarts, kSizes, kPlaces, kReceived, kCount };

const ir::Attribute* option(const Operation& op, std::string_view name) {
  const ir::Attribute* config = op.attributes.find("backend_config");
  const auto* fields = config ? config->get<ir::DictionaryAttribute>() : nullptr;
  return fields ? fields->fields.find(name) : nullptr;
}

/// The group and the channel as collectives have them.
Attributes group_attributes_of(const Operation& op) {
  ir::RecordAttribute channel{"stablehlo.channel_handle", {}};
  const auto* handle = option(op, "channel_id")->get<ir::IntegerAttribute>();
  channel.fields.set("handle", ir::int_attribute(handle->value));
  channel.fields.set("type", ir::int_attribute(1));
  return ir::attributes(
      {{"replica_groups", *option(op, "replica_groups")}, {"channel_handle", channel}});
}

/// How many pieces a process sends to each of a group.
int64_t pieces_of_each(const Operation& op, int64_t members) {
  const int64_t pieces = op.operand_type(kStarts).dim(0);
  if (members == 0 || pieces % members != 0)
    ir::operation_error(op, fmt::format("sends {} pieces, expected as many to each of its {} "
                                        "processes",
                                        pieces, members));
  return pieces / members;
}

/// A scalar of a list, repeated.
Value repeated(Builder& b, Value list, int64_t index, const Shape& shape) {
  return splat(b, reshape(b, slice(b, list, {index}, {index + 1}), {}), shape);
}

}  // namespace

bool is_ragged_exchange(const Operation& op) {
  return op.name() == "stablehlo.custom_call" &&
         op.string_attribute("call_target_name") == "ragged_all_to_all";
}

void expect_ragged_exchange(const Operation& op) {
  bool fits = op.operand_count() == kCount && op.result_count() == 1 &&
              op.operand_type(kSent).rank() > 0 && op.operand_type(kBefore) == op.result_type();
  for (size_t i = kStarts; fits && i < kCount; i++) {
    const Type& type = op.operand_type(i);
    fits = type.rank() == 1 && ir::is_integer(type.element) && type == op.operand_type(kStarts);
  }
  if (fits) {
    Shape rows = op.operand_type(kSent).shape;
    rows[0] = op.result_type().rank() > 0 ? op.result_type().dim(0) : 0;
    fits = op.operand_type(kSent).with(rows) == op.result_type();
  }
  if (!fits)
    ir::operation_error(op, fmt::format("@ragged_all_to_all is from {} to {}, expected rows, what "
                                        "the result begins with, and four lists of integers",
                                        ir::str(op.operand_types()), ir::str(op.result_types())));
  const ir::Attribute *groups = option(op, "replica_groups"), *channel = option(op, "channel_id");
  const auto* matrix = groups ? groups->get<ir::Tensor>() : nullptr;
  if (!matrix || matrix->type().rank() != 2 || !channel || !channel->get<ir::IntegerAttribute>())
    ir::operation_error(op,
                        "@ragged_all_to_all: expected the options replica_groups, a matrix, and "
                        "channel_id, a number");
}

Array evaluate_ragged_exchange(const Operation& op, Operands in, Evaluation& evaluation) {
  const Operation collective(op.def(), {}, group_attributes_of(op));
  Process& process = evaluation.process();
  const auto group = own_group(collective, process, moving_strategy(collective), true);
  const auto messages = exchange(op, process, group, in);
  const int64_t each = pieces_of_each(op, static_cast<int64_t>(group.size()));
  const int64_t me = std::find(group.begin(), group.end(), process.number()) - group.begin();
  Array out = *in[kBefore];
  const int64_t sent = in[kSent]->type.dim(0), kept = out.type.dim(0);
  const int64_t width = kept == 0 ? 0 : out.count() / kept;
  for (const auto& message : messages)
    for (int64_t piece = me * each; piece < (me + 1) * each; piece++) {
      const int64_t start = (*message)[kStarts].i(piece), size = (*message)[kSizes].i(piece),
                    place = (*message)[kPlaces].i(piece);
      if (start < 0 || size < 0 || start > sent - size || place < 0 || place > kept - size)
        ir::operation_error(op, fmt::format("{} rows from {} on go to {}, expected rows of the {} "
                                            "that there are, and of the {} of the result",
                                            size, start, place, sent, kept));
      for (int64_t k = 0; k < size * width; k++)
        out.copy_element(place * width + k, (*message)[kSent], start * width + k);
    }
  return out;
}

Value emit_ragged_exchange(Builder& b, const Operation& op, ir::GridSize grid,
                           const ir::Attribute& grid_attribute) {
  Attributes attributes = group_attributes_of(op);
  attributes.set(kGridAttribute, grid_attribute);
  const auto* matrix = attributes.find("replica_groups")->get<ir::Tensor>();
  const int64_t members = matrix->type().dim(1), each = pieces_of_each(op, members);
  Attributes moving = attributes;
  moving.set("split_dimension", ir::int_attribute(0));
  moving.set("concat_dimension", ir::int_attribute(0));
  moving.set("split_count", ir::int_attribute(members));
  const auto from_all = [&](size_t operand) {
    return b.one("stablehlo.all_to_all", {op.operand(operand)}, moving);
  };
  const Value starts = from_all(kStarts), sizes = from_all(kSizes), places = from_all(kPlaces);
  // Partitions are gathered by their numbers in the grid, for each replica.
  std::vector<int64_t> ids;
  for (int64_t replica = 0; replica < grid.replicas; replica++)
    for (int64_t k = 0; k < matrix->type().count(); k++)
      ids.push_back(replica * grid.partitions + matrix->int_at(k));
  attributes.set("all_gather_dim", ir::int_attribute(0));
  attributes.set("use_global_device_ids", ir::Unit{});
  attributes.set(
      "replica_groups",
      ir::Tensor::of_ints(
          Type::tensor(ElementType::i64, {static_cast<int64_t>(ids.size()) / members, members}),
          ids));
  const Value rows = b.one("stablehlo.all_gather", {op.operand(kSent)}, attributes);

  const Type list = starts->type.with(Shape{op.result_type().dim(0)});
  const Value row = iota(b, list, 0);
  Value source = constant(b, list, -1);  // of each row of the result, among all
  for (int64_t piece = 0; piece < members * each; piece++) {
    const Value above = subtract(b, row, repeated(b, places, piece, list.shape));
    const Value inside =
        b.one("stablehlo.and", {compare(b, "GE", above, zeros_like(b, above)),
                                compare(b, "LT", above, repeated(b, sizes, piece, list.shape))});
    const Value first = shift(b, repeated(b, starts, piece, list.shape),
                              static_cast<double>(piece / each * op.operand_type(kSent).dim(0)));
    source = select(b, inside, add(b, first, above), source);
  }
  const Value sent = compare(b, "GE", source, zeros_like(b, source));
  const Value taken =
      b.one("stablehlo.torch_index_select", {rows, maximum(b, source, zeros_like(b, source))},
            ir::attributes({{"dim", ir::int_attribute(0)}, {"batch_dims", ir::int_attribute(0)}}));
  return select(b, broadcast_in_dim(b, sent, op.result_type().shape, {0}), taken,
                op.operand(kBefore));
}

}  // namespace tutti::op
