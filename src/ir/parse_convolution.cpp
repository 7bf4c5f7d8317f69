// SPDX-License-Identifier: Apache-2.0
// The syntax of convolutions.
#include "ir/convolution_text.h"
#include "ir/parser.h"

namespace tutti::ir {

Attribute Parser::parse_convolution_numbers() {  // [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
  const size_t offset = lexer_.peek().offset;
  ConvolutionAxes axes;
  for (size_t side = 0; side < axes.size(); side++) {
    if (side) lexer_.expect(side == 1 ? "x" : "->");
    lexer_.expect("[");
    while (!lexer_.take("]")) {
      if (!axes[side].empty()) lexer_.expect(",");
      axes[side].emplace_back(lexer_.next().text);
    }
  }
  std::string problem;
  RecordAttribute record = convolution_numbers(axes, problem);
  if (!problem.empty()) lexer_.error_at(offset, problem);
  return record;
}

// dim_numbers = [..]x[..]->[..], window = {stride = [2], pad = [[0, 1]], lhs_dilate = [1],
// rhs_dilate = [1], reverse = [false]}
void Parser::parse_convolution(Draft& draft) {
  lexer_.expect("dim_numbers");
  lexer_.expect("=");
  draft.attributes.set("dimension_numbers", parse_convolution_numbers());
  lexer_.expect(",");
  lexer_.expect("window");
  lexer_.expect("=");
  lexer_.expect("{");
  for (bool first = true; !lexer_.take("}"); first = false) {
    if (!first) lexer_.expect(",");
    const Token key = lexer_.next();
    lexer_.expect("=");
    const Attribute value = parse_attribute();
    const auto* list = value.get<ListAttribute>();
    const std::string_view name = key.text == "stride"       ? "window_strides"
                                  : key.text == "pad"        ? "padding"
                                  : key.text == "lhs_dilate" ? "lhs_dilation"
                                  : key.text == "rhs_dilate" ? "rhs_dilation"
                                  : key.text == "reverse"    ? "window_reversal"
                                                             : "";
    if (name.empty() || !list)
      lexer_.error_at(key.offset,
                      "expected stride, pad, lhs_dilate, rhs_dilate or reverse with a list");
    if (draft.attributes.find(name))
      lexer_.error_at(key.offset, "a property of the window is given twice");
    Attribute property = window_property(*list, name == "padding", key.offset);
    if (name == "window_reversal" && list->values.empty())
      property = IntArrayAttribute{{}, ElementType::i1};
    draft.attributes.set(name, std::move(property));
  }
}

Attribute Parser::window_property(const ListAttribute& list, bool pairs, size_t offset) const {
  IntArrayAttribute array;
  const auto append = [&](const Attribute& value) {
    if (const auto* integer = value.get<IntegerAttribute>()) {
      array.values.push_back(integer->value);
    } else if (const auto* boolean = value.get<bool>()) {
      array.values.push_back(*boolean);
      array.type = ElementType::i1;
    } else {
      lexer_.error_at(offset, "expected integers or booleans");
    }
  };
  for (const Attribute& value : list.values) {
    const auto* pair = value.get<ListAttribute>();
    if (pairs != (pair && pair->values.size() == 2))
      lexer_.error_at(offset, "expected a list of [low, high], for pad only");
    if (!pairs) append(value);
    for (size_t i = 0; pairs && i < 2; i++) append(pair->values[i]);
  }
  if (!pairs) return array;
  return Tensor::of_ints(
      Type::tensor(ElementType::i64, {static_cast<int64_t>(list.values.size()), 2}), array.values);
}

}  // namespace tutti::ir
