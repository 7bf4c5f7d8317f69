// SPDX-License-Identifier: Apache-2.0
#include "op/custom_call_buffers.h"

#include <algorithm>
#include <numeric>

#include "op/catalogue.h"

namespace tutti::op {
namespace {

/// What the indices lead to in a value that may be a tuple of tuples; null where they lead out.
const Type* part_of(const Type& type, const std::vector<int64_t>& indices) {
  const Type* part = &type;
  for (const int64_t index : indices) {
    const auto& elements = part->elements();
    if (part->kind != Type::Kind::tuple || index < 0 || index >= std::ssize(elements))
      return nullptr;
    part = &elements[static_cast<size_t>(index)];
  }
  return part;
}

}  // namespace

std::vector<Type> laid_out(std::vector<Type> types) {
  const bool is_tuple = types.size() == 1 && types[0].kind == Type::Kind::tuple;
  return is_tuple ? types[0].elements() : types;
}

void expect_layouts(const Operation& op, std::string_view name, const std::vector<Type>& types) {
  const auto* list = op.attribute(name).get<ir::ListAttribute>();
  constraint(op, list && list->values.size() == types.size(), "custom_call_layouts",
             "{} has {} layouts, expected one for each of {} values", name,
             list ? list->values.size() : 0, types.size());
  for (size_t i = 0; i < types.size(); i++) {
    const auto* layout = list->values[i].get<ir::Tensor>();
    const int64_t rank = types[i].is_tensor() ? types[i].rank() : 0;
    std::vector<int64_t> axes;
    const bool is_list = layout && is_integer(layout->type().element);
    for (int64_t at = 0; is_list && at < layout->type().count(); at++)
      axes.push_back(layout->int_at(at));
    std::vector<int64_t> sorted = axes, all(static_cast<size_t>(rank));
    std::sort(sorted.begin(), sorted.end());
    std::iota(all.begin(), all.end(), 0);
    constraint(op, is_list && sorted == all, "custom_call_layouts",
               "{}: layout {} of a {} is {}, expected an order of its {} axes", name, i,
               types[i].str(), ir::str(axes), rank);
  }
}

void expect_alias(const Operation& op, const Type& results, const ir::Attribute& entry) {
  const auto* alias = entry.get<ir::RecordAttribute>();
  constraint(op, alias && alias->name == "stablehlo.output_operand_alias", "custom_call_i7",
             "expected #stablehlo.output_operand_alias");
  const int64_t operand = ir::record_int(*alias, "operand_index", -1);
  constraint(op, operand >= 0 && operand < std::ssize(op.operands), "custom_call_i7",
             "an alias names operand {}, expected one of {}", operand, op.operand_count());
  const Type* from = part_of(op.operand_type(static_cast<size_t>(operand)),
                             ir::record_ints(*alias, "operand_tuple_indices"));
  const Type* to = part_of(results, ir::record_ints(*alias, "output_tuple_indices"));
  constraint(op, from && to, "custom_call_i7",
             "an alias names a part of a tuple that is none, expected one that is there");
  constraint(op, ir::same_but_sizes(*from, *to), "custom_call_i7",
             "an alias is of a {} and a {}, expected one type", from->str(), to->str());
}

void expect_aliases(const Operation& op) {
  const ir::Attribute* given = op.attributes.find("output_operand_aliases");
  if (!given) return;
  const Type results = op.result_count() == 1 ? op.result_type()
                                              : Type::list_of(Type::Kind::tuple, op.result_types());
  for (const ir::Attribute& entry : given->get<ir::ListAttribute>()->values)
    expect_alias(op, results, entry);
}

void expect_buffers(const Operation& op) {
  const auto is_buffer = [](const Type& type) { return type.kind == Type::Kind::buffer; };
  const std::string target = op.string_attribute("call_target_name");
  const size_t operands = target == "CreateBuffer" ? 0 : 1;
  if (target == "CreateBuffer" || target == "Pin" || target == "Unpin") {
    bool fits = op.operand_count() == operands && op.result_count() == 1;
    if (fits && operands == 0) fits = is_buffer(op.result_type());
    if (fits && operands == 1) {
      const Type& buffer = target == "Pin" ? op.result_type() : op.operand_type(0);
      const Type& tensor = target == "Pin" ? op.operand_type(0) : op.result_type();
      fits = is_buffer(buffer) && tensor.is_tensor() && buffer.element == tensor.element &&
             buffer.shape == tensor.shape;
    }
    constraint(op, fits, "custom_call_buffers",
               "@{} is from {} to {}, expected @CreateBuffer from () to a memref, @Pin from a "
               "tensor to a memref of it, @Unpin back",
               target, ir::str(op.operand_types()), ir::str(op.result_types()));
    return;
  }
  std::vector<int> of_operand(op.operand_count()), of_result(op.result_count());
  const ir::Attribute* given = op.attributes.find("output_operand_aliases");
  if (given) {
    for (const ir::Attribute& entry : given->get<ir::ListAttribute>()->values) {
      const auto& alias = *entry.get<ir::RecordAttribute>();
      const auto results = ir::record_ints(alias, "output_tuple_indices");
      of_operand[static_cast<size_t>(ir::record_int(alias, "operand_index"))]++;
      const size_t result = results.empty() ? 0 : static_cast<size_t>(results[0]);
      if (result < of_result.size()) of_result[result]++;
    }
  }
  for (size_t i = 0; i < of_operand.size(); i++)
    constraint(op, !is_buffer(op.operand_type(i)) || of_operand[i] <= 1, "custom_call_buffers",
               "the buffer operand {} has {} aliases, expected at most one", i, of_operand[i]);
  for (size_t i = 0; i < of_result.size(); i++)
    constraint(op, !is_buffer(op.result_type(i)) || of_result[i] == 1, "custom_call_buffers",
               "the buffer result {} has {} aliases, expected one", i, of_result[i]);
}

}  // namespace tutti::op
