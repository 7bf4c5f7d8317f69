// SPDX-License-Identifier: Apache-2.0
#include "op/rules.h"

namespace tutti::op {

std::string short_name(const Operation& op) {
  const std::string_view name = op.name();
  return std::string(name.substr(name.rfind('.') + 1));
}

void expect_operands(const Operation& op, size_t count) {
  constraint(op, op.operand_count() == count, short_name(op) + "_operands",
             "{} operands, expected {}", op.operand_count(), count);
}

void expect_elements(const Operation& op, size_t operand, Elements allowed) {
  const ElementType type = op.operand_type(operand).element;
  bool holds = true;
  switch (allowed) {
    case Elements::floats:
      holds = ir::is_float(type);
      break;
    case Elements::integers:
      holds = ir::is_integer(type);
      break;
    case Elements::numbers:
      holds = type != ElementType::i1;
      break;
    case Elements::logical:
      holds = !ir::is_float(type);
      break;
    case Elements::signed_numbers:
      holds = ir::is_float(type) || ir::is_signed(type);
      break;
    case Elements::any:
      break;
  }
  constraint(op, holds, fmt::format("{}_i{}", short_name(op), operand + 1),
             "operand {} has elements of type {}, which this operation does not take", operand,
             name_of(type));
}

Infer same_type_as_operands(size_t count, Elements allowed) {
  return [count, allowed](const Operation& op) -> std::vector<Type> {
    expect_operands(op, count);
    for (size_t i = 0; i < count; i++) {
      expect_elements(op, i, allowed);
      constraint(op, op.operand_type(i) == op.operand_type(0), short_name(op) + "_c1",
                 "operand {} is a {}, expected {} as operand 0", i, op.operand_type(i).str(),
                 op.operand_type(0).str());
    }
    return {op.operand_type(0)};
  };
}

const Type& declared(const Operation& op, size_t index) {
  constraint(op, op.result_count() > index, short_name(op) + "_results",
             "the type of result {} is not given", index);
  return op.result_type(index);
}

Evaluate elementwise(FloatUnary floats, IntUnary ints) {
  return [=](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
    Array out(op.result_type());
    const ElementType type = in[0]->type.element;
    for (int64_t k = 0; k < out.count(); k++) {
      if (in[0]->is_float())
        out.f(k) = floats(in[0]->f(k));
      else
        out.i(k) = ints(in[0]->i(k), type);
    }
    return {std::move(out)};
  };
}

Evaluate elementwise(FloatBinary floats, IntBinary ints) {
  return [=](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
    Array out(op.result_type());
    const ElementType type = in[0]->type.element;
    for (int64_t k = 0; k < out.count(); k++) {
      if (in[0]->is_float())
        out.f(k) = floats(in[0]->f(k), in[1]->f(k));
      else
        out.i(k) = ints(in[0]->i(k), in[1]->i(k), type);
    }
    return {std::move(out)};
  };
}

}  // namespace tutti::op
