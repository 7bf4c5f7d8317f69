// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/derived.h"

namespace tutti::op {

OpDef chlo_constant() {
  OpDef def = derived(
      "chlo.constant", "@dense : none",
      [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 0);
        const auto* value = op.attribute("value").get<ir::Tensor>();
        if (!value) ir::operation_error(op, "attribute value is not as expected, dense<...>");
        return {value->type()};
      },
      [](Builder& b, const Operation& op) {
        return b.create("stablehlo.constant", {}, op.attributes);
      });
  def.result_constraints = {.element = 0, .shape = 0, .count = 0};
  def.no_derivative = "it depends on nothing";
  return def;
}

OpDef chlo_constant_like() {
  OpDef def = derived(
      "chlo.constant_like", "",
      [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        const ir::Attribute& value = op.attribute("value");
        const auto* number = value.get<ir::FloatAttribute>();
        const auto* integer = value.get<ir::IntegerAttribute>();
        if (!number && !integer)
          ir::operation_error(op, "attribute value is not a number like 1.0 : f32");
        const ElementType element = number ? number->type : integer->type;
        return {Type::tensor(element, op.operand_type(0).shape)};
      },
      [](Builder& b, const Operation& op) -> std::vector<Value> {
        const Type& type = op.result_type();
        const auto* number = op.attribute("value").get<ir::FloatAttribute>();
        ir::Tensor tensor = number ? ir::Tensor::splat(type, number->value)
                                   : ir::Tensor::splat_int(type, op.int_attribute("value"));
        return {b.one("stablehlo.constant", {}, ir::attributes({{"value", std::move(tensor)}}))};
      });
  def.result_constraints = {.element = 0, .shape = 0, .count = 0};
  def.no_derivative = "it depends on its operand's shape only";
  return def;
}

}  // namespace tutti::op
