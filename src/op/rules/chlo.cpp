// SPDX-License-Identifier: Apache-2.0
#include "op/rules/chlo.h"

#include <limits>

#include "op/emit.h"

namespace tutti::op {

OpDef chlo_unary(std::string_view name, FloatUnary meaning, ComplexUnary complex) {
  return {
      .name = name,
      .assembly = "$0 : arrow",
      .infer = same_type_as_operands(1, complex ? Elements::floats_or_complex : Elements::floats),
      .evaluate = elementwise(meaning, nullptr, complex),
  };
}

OpDef chlo_predicate(std::string_view name, bool (*meaning)(double)) {
  return {
      .name = name,
      .assembly = "$0 : arrow",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        expect_elements(op, 0, Elements::floats);
        return {op.operand_type(0).with(ElementType::i1)};
      },
      .evaluate = [meaning](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        for (int64_t k = 0; k < out.count(); k++) out.i(k) = meaning(in[0]->f(k));
        return {std::move(out)};
      },
      .no_derivative = kNotDifferentiable,
  };
}

std::function<std::vector<Value>(Builder&, const Operation&)> decompose_wide(Formula formula,
                                                                             Formula complex) {
  return [formula, complex](Builder& b, const Operation& op) -> std::vector<Value> {
    const ElementType element = op.operand_type(0).element;
    if (ir::is_complex(element)) return {complex(b, op.operand(0))};
    return {convert(b, formula(b, convert(b, op.operand(0), accumulation_type(element))), element)};
  };
}

Value polynomial(Builder& b, Value x, const std::vector<double>& coefficients) {
  Value sum = constant_like(b, x, coefficients[0]);
  for (size_t i = 1; i < coefficients.size(); i++)
    sum = shift(b, multiply(b, sum, x), coefficients[i]);
  return sum;
}

double largest(Value x) {
  return x->type.element == ElementType::f64 ? std::numeric_limits<double>::max()
                                             : std::numeric_limits<float>::max();
}

}  // namespace tutti::op
