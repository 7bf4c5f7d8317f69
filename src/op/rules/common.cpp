// SPDX-License-Identifier: Apache-2.0
#include "op/rules/common.h"

namespace tutti::op {

std::string_view short_name(const Operation& op) {
  return op.name().substr(op.name().rfind('.') + 1);
}

std::string label(const Operation& op, int number) {
  return fmt::format("{}_c{}", short_name(op), number);
}

void expect_operands(const Operation& op, size_t count) {
  if (op.operand_count() == count) return;
  constraint(op, false, fmt::format("{}_operands", short_name(op)), "{} operands, expected {}",
             op.operand_count(), count);
}

void expect_elements(const Operation& op, size_t operand, Elements allowed) {
  const ElementType type = op.operand_type(operand).element;
  const bool complex = ir::is_complex(type), integer = ir::is_integer(type);
  // The ops of the specification mean dequantize, compute, quantize on quantized elements.
  const bool takes_quantized = op.name().starts_with("stablehlo.");
  const bool real = ir::is_float(type) || (type == ElementType::quantized && takes_quantized);
  const auto expect = [&](bool holds, std::string_view expected) {
    constraint(op, holds, fmt::format("{}_i{}", short_name(op), operand + 1),
               "operand {} has elements of type {}, expected {}", operand, name_of(type), expected);
  };
  switch (allowed) {
    case Elements::floats:
      return expect(real, "floating-point numbers");
    case Elements::floats_or_complex:
      return expect(real || complex, "floating-point or complex numbers");
    case Elements::unquantized:
      return expect(ir::is_float(type) || complex, "floating-point or complex numbers");
    case Elements::integers:
      return expect(integer, "integers");
    case Elements::numbers:
      return expect(type != ElementType::i1, "numbers");
    case Elements::logical:
      return expect(type == ElementType::i1 || integer, "booleans or integers");
    case Elements::signed_numbers:
      return expect(real || complex || ir::is_signed(type),
                    "signed integers, floating-point or complex numbers");
    case Elements::any:
      return;
  }
}

Infer same_type_as_operands(size_t count, Elements allowed) {
  return [count, allowed](const Operation& op) -> std::vector<Type> {
    expect_operands(op, count);
    Type type = op.operand_count() > 0 ? op.operand_type(0) : Type();
    for (size_t i = 0; i < count; i++) {
      expect_elements(op, i, allowed);
      if (!ir::compatible(op.operand_type(i), type))
        constraint(op, false, label(op, 1), "operand {} is a {}, expected {} as operand 0", i,
                   op.operand_type(i).str(), type.str());
      type = ir::merged(type, op.operand_type(i));
    }
    return {std::move(type)};
  };
}

bool same_baseline_elements(const Type& x, const Type& y) {
  return x.element == y.element &&
         (!x.is_quantized() || x.quantization().same_baseline(y.quantization()));
}

std::vector<std::string> precisions(const Operation& op, std::string_view label) {
  std::vector<std::string> values;
  const ir::Attribute* config = op.attributes.find("precision_config");
  if (!config) return values;
  const auto* list = config->get<ir::ListAttribute>();
  for (const ir::Attribute& value : list->values)
    values.push_back(value.get<ir::EnumAttribute>()->value);
  constraint(op, values.size() <= 2, label, "{} precisions, expected at most 2", values.size());
  return values;
}

const Type& declared(const Operation& op, size_t index) {
  if (op.result_count() <= index)
    constraint(op, false, fmt::format("{}_results", short_name(op)),
               "the type of result {} is not given", index);
  return op.result_type(index);
}

namespace {

/// What an elementwise op lacks a meaning for, its `infer` refuses.
void expect_meaning(const Operation& op, bool there) {
  if (!there)
    operation_error(op, fmt::format("has no meaning on elements of type {}",
                                    name_of(op.operand_type(0).element)));
}

}  // namespace

Evaluate elementwise(FloatUnary floats, IntUnary ints, ComplexUnary complexes) {
  return [=](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
    Array out(op.result_type());
    const Array& x = *in[0];
    expect_meaning(op, x.is_float()     ? floats != nullptr
                       : x.is_complex() ? complexes != nullptr
                                        : ints != nullptr);
    for (int64_t k = 0; k < out.count(); k++) {
      if (x.is_float())
        out.f(k) = floats(x.f(k));
      else if (x.is_complex())
        out.c(k) = complexes(x.c(k));
      else
        out.i(k) = ints(x.i(k), x.type.element);
    }
    return {std::move(out)};
  };
}

Evaluate elementwise(FloatBinary floats, IntBinary ints, ComplexBinary complexes) {
  return [=](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
    Array out(op.result_type());
    const Array &x = *in[0], &y = *in[1];
    expect_meaning(op, x.is_float()     ? floats != nullptr
                       : x.is_complex() ? complexes != nullptr
                                        : ints != nullptr);
    for (int64_t k = 0; k < out.count(); k++) {
      if (x.is_float())
        out.f(k) = floats(x.f(k), y.f(k));
      else if (x.is_complex())
        out.c(k) = complexes(x.c(k), y.c(k));
      else
        out.i(k) = ints(x.i(k), y.i(k), x.type.element);
    }
    return {std::move(out)};
  };
}

}  // namespace tutti::op
