// SPDX-License-Identifier: Apache-2.0
#include "ir/builder.h"
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

void take_apart(Builder& b, Value value, std::vector<Value>& parts) {
  if (value->type.kind != Type::Kind::tuple) return parts.push_back(value);
  for (size_t i = 0; i < value->type.elements().size(); i++)
    take_apart(b,
               b.one("stablehlo.get_tuple_element", {value},
                     ir::attributes({{"index", ir::int_attribute(static_cast<int64_t>(i),
                                                                 ElementType::i32)}})),
               parts);
}

/// The next parts put together as they were.
Value put_together(Builder& b, const Type& type, std::vector<Value>::const_iterator& next) {
  if (type.kind != Type::Kind::tuple) return *next++;
  std::vector<Value> elements;
  for (const Type& element : type.elements()) elements.push_back(put_together(b, element, next));
  return b.one("stablehlo.tuple", elements);
}

/// A barrier of what tuples hold.
std::vector<Value> without_tuples(Builder& b, const Operation& op) {
  std::vector<Value> parts, results;
  for (Value operand : op.operands) take_apart(b, operand, parts);
  if (parts == op.operands) return {};
  parts = b.create(op.name(), parts, op.attributes);
  auto next = parts.cbegin();
  for (const Type& type : op.operand_types()) results.push_back(put_together(b, type, next));
  return results;
}

// it passes its operands through
void vjp(Vjp& v) {
  for (size_t i = 0; i < v.op.operand_count(); i++)
    v.operand_gradients.push_back(v.wanted[i] ? v.gradient(i) : nullptr);
}

}  // namespace

OpDef optimization_barrier() {
  return {
      .name = "stablehlo.optimization_barrier",
      .assembly = "$* : result",
      .infer = [](const Operation& op) -> std::vector<Type> { return op.operand_types(); },
      .evaluate = [](const Operation&, Operands in, Evaluation&) -> std::vector<Array> {
        std::vector<Array> out;
        for (const Array* operand : in) out.push_back(*operand);
        return out;
      },
      .vjp = vjp,
      .decompose = without_tuples,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
