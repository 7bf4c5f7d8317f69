// SPDX-License-Identifier: Apache-2.0
#include "op/rules/collective.h"

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/identity.h"
#include "op/rules/reduction.h"
#include "op/rules/region_emit.h"

namespace tutti::op {

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
