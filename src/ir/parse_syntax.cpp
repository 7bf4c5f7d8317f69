// SPDX-License-Identifier: Apache-2.0
// Syntaxes of their own: what the assembly language cannot say.
#include "base/text.h"
#include "ir/parser.h"

namespace tutti::ir {

void Parser::parse_syntax(Draft& draft, std::string_view syntax) {
  if (syntax == "slice_ranges") return parse_slice_ranges(draft);
  if (syntax == "dot_numbers") return parse_dot_numbers(draft);
  if (syntax == "precision") return parse_precision(draft);
  if (syntax == "reduction") return parse_reduction(draft);
  if (syntax == "loop") return parse_loop(draft);
  if (syntax == "scan") return parse_scan(draft);
  if (syntax == "manual_computation") return parse_manual_computation(draft);
  if (syntax == "convolution") return parse_convolution(draft);
  if (syntax == "dense") return parse_constant(draft);
  if (syntax == "exponent_mantissa") {  // e8m7
    const Token token = lexer_.next();
    const std::string_view text = token.text;
    const size_t m = text.find('m');
    if (!text.starts_with("e") || m == std::string_view::npos)
      lexer_.error_at(token.offset, "expected a format like e8m7");
    const auto number = [&](std::string_view digits) {
      return int_of({Token::Kind::integer, digits, token.offset});
    };
    draft.attributes.set("exponent_bits",
                         int_attribute(number(text.substr(1, m - 1)), ElementType::i32));
    draft.attributes.set("mantissa_bits",
                         int_attribute(number(text.substr(m + 1)), ElementType::i32));
    return;
  }
  throw InternalError(fmt::format("unknown syntax '{}'", syntax));
}

// dense<..> : T, or () {value = dense<..> : T} : () -> T
void Parser::parse_constant(Draft& draft) {
  if (draft.operands.empty() && lexer_.take("(")) {
    lexer_.expect(")");
    if (lexer_.take("<")) {
      draft.attributes = parse_dictionary();
      lexer_.expect(">");
    }
    parse_more_attributes(draft);
    lexer_.expect(":");
    parse_operand_types(draft);
    lexer_.expect("->");
    return parse_result_types(draft.results);
  }
  parse_more_attributes(draft);
  Attribute value = parse_attribute();
  // Scalars of other dialects are tensors of rank 0 here.
  if (draft.is_foreign) {
    if (const auto* number = value.get<FloatAttribute>())
      value = Tensor::splat(Type::scalar(number->type), number->value);
    else if (const auto* integer = value.get<IntegerAttribute>())
      value = Tensor::splat_int(Type::scalar(integer->type), integer->value);
    else if (const auto* boolean = value.get<bool>())
      value = Tensor::splat_int(Type::scalar(ElementType::i1), *boolean);
  }
  const Tensor* tensor = value.get<Tensor>();
  if (!tensor) lexer_.error("expected dense<...>");
  if (draft.operands.empty()) draft.results = {tensor->type()};
  draft.attributes.set("value", std::move(value));
}

void Parser::parse_slice_ranges(Draft& draft) {  // [0:4:2, 1:3]
  std::vector<int64_t> starts, limits, strides;
  lexer_.expect("[");
  while (!lexer_.take("]")) {
    if (!starts.empty()) lexer_.expect(",");
    starts.push_back(parse_int());
    lexer_.expect(":");
    limits.push_back(parse_int());
    strides.push_back(lexer_.take(":") ? parse_int() : 1);
  }
  draft.attributes.set("start_indices", ints_attribute(starts));
  draft.attributes.set("limit_indices", ints_attribute(limits));
  draft.attributes.set("strides", ints_attribute(strides));
}

void Parser::parse_dot_numbers(
    Draft& draft) {  // batching_dims = [0] x [0], contracting_dims = [2] x [1]
  RecordAttribute record{"stablehlo.dot", {}};
  const auto pair = [&](std::string_view what) {
    lexer_.expect("=");
    record.fields.set(fmt::format("lhs_{}_dimensions", what), ints_attribute(parse_int_list()));
    lexer_.expect("x");
    record.fields.set(fmt::format("rhs_{}_dimensions", what), ints_attribute(parse_int_list()));
  };
  const bool has_batch = lexer_.take("batching_dims");
  if (has_batch) pair("batching");
  if (!has_batch || lexer_.take(",")) {
    lexer_.expect("contracting_dims");
    pair("contracting");
  }
  draft.attributes.set("dot_dimension_numbers", record);
}

void Parser::parse_precision(Draft& draft) {  // , precision = [DEFAULT, HIGHEST], algorithm = <...>
  while (lexer_.take(",")) {
    if (lexer_.take("precision")) {
      lexer_.expect("=");
      ListAttribute list;
      lexer_.expect("[");
      while (!lexer_.take("]")) {
        if (!list.values.empty()) lexer_.expect(",");
        list.values.push_back(enum_attribute("precision", std::string(lexer_.next().text)));
      }
      draft.attributes.set("precision_config", list);
    } else {
      lexer_.expect("algorithm");
      lexer_.expect("=");
      lexer_.expect("<");
      draft.attributes.set("algorithm", parse_record("stablehlo.dot_algorithm"));
    }
  }
}

}  // namespace tutti::ir
