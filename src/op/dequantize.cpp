// SPDX-License-Identifier: Apache-2.0
#include "op/dequantize.h"

#include "op/catalogue.h"
#include "op/dequantize_decomposition.h"
#include "op/rules/common.h"

namespace tutti::op {

std::optional<blocks::BlockType> blocks_attribute(const Operation& op, std::string_view name) {
  const ir::Attribute* type = op.attributes.find(name);
  const auto* text = type ? type->get<std::string>() : nullptr;
  return text ? blocks::block_type_named(*text) : std::nullopt;
}

Array decoded(const Array& bytes, blocks::BlockType type, const Type& values_type) {
  const blocks::BlockFormat& format = blocks::format_of(type);
  Array y(values_type);
  std::vector<std::byte> block(static_cast<size_t>(format.bytes));
  std::vector<float> values(static_cast<size_t>(format.values));
  for (int64_t at = 0; at < y.count() / format.values; at++) {
    for (int64_t i = 0; i < format.bytes; i++)
      block[static_cast<size_t>(i)] = static_cast<std::byte>(bytes.i(at * format.bytes + i));
    blocks::decode(type, block, values);
    for (int64_t i = 0; i < format.values; i++)
      y.f(at * format.values + i) = values[static_cast<size_t>(i)];
  }
  return y;
}

namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const Type& bytes = op.operand_type(0);
  constraint(op, bytes.element == ElementType::ui8 && bytes.rank() > 0, "dequantize_c1",
             "the blocks are a {}, expected bytes: elements of type ui8", bytes.str());
  const auto type = blocks_attribute(op, "type");
  constraint(op, type.has_value(), "dequantize_c2",
             "the attribute type is missing or no type of blocks; expected one such as \"q4_k\"");
  const blocks::BlockFormat& format = blocks::format_of(*type);
  const int64_t row = bytes.shape.back();
  const bool is_known = row != ir::kDynamic;
  constraint(op, !is_known || row % format.bytes == 0, "dequantize_c3",
             "rows have {} bytes, expected a multiple of {} for {}", row, format.bytes,
             format.name);
  Shape shape = bytes.shape;
  if (is_known) shape.back() = row / format.bytes * format.values;
  const ElementType element = op.result_count() == 0 ? ElementType::f32 : op.result_type().element;
  constraint(op, is_float(element), "dequantize_c4",
             "the result has elements of type {}, expected floats", name_of(element));
  return {Type::tensor(element, std::move(shape))};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  return {decoded(*in[0], blocks_attribute(op, "type").value(), op.result_type())};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Value values = decoded_blocks(b, op.operand(0), blocks_attribute(op, "type").value());
  return {convert(b, values, op.result_type().element)};
}

}  // namespace

/// (blocks ui8 [..., bytes of a row]) {type = "q4_k"} -> their values [..., values of a row], in
/// the declared element type if one is declared, otherwise f32. They are those of blocks::decode(),
/// rounded once. The weights of a model are kept so, in fewer bits than they are computed with.
OpDef dequantize() {
  return {
      .name = "tutti.dequantize",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .decompose = decompose,
      .is_cheap = true,
  };
}

}  // namespace tutti::op
