// SPDX-License-Identifier: Apache-2.0
// Syntaxes of their own: what the assembly language cannot say.
#include "base/text.h"
#include "ir/convolution_text.h"
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
  if (lexer_.take("batching_dims")) {
    pair("batching");
    if (lexer_.take(",")) {
      lexer_.expect("contracting_dims");
      pair("contracting");
    }
  } else {
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

// reducer(%p: T, %q: T) (%r: U, %s: U) { ... }, for `count` results
void Parser::parse_reducer(Block& block, size_t count) {
  NameScope scope(*this);
  lexer_.expect("reducer");
  struct Argument {
    std::string_view name;
    Type type;
    std::shared_ptr<const std::string> location;
  };
  std::vector<Argument> left, right;
  for (size_t i = 0; i < count; i++) {
    lexer_.expect("(");
    for (auto* side : {&left, &right}) {
      if (side == &right) lexer_.expect(",");
      const std::string_view name = lexer_.next().text;
      lexer_.expect(":");
      Type type = parse_type();
      side->push_back({name, std::move(type), parse_argument_location()});
    }
    lexer_.expect(")");
  }
  for (const auto* side : {&left, &right})
    for (const auto& [name, type, location] : *side) {
      const Value argument = block.add_argument(type);
      define(name, argument);
      argument->location = location;
    }
  lexer_.expect("{");
  parse_block_body(block);
  lexer_.expect("}");
}

// (%a init: %c) applies stablehlo.add across dimensions = [1] : (..) -> ..
// (%a init: %c), (%b init: %d) across dimensions = [1] : (..) -> (..) reducer(%p: T, %q: T) (...) {
// ... }
void Parser::parse_reduction(Draft& draft) {
  std::vector<Value> inputs, inits;
  do {
    lexer_.expect("(");
    inputs.push_back(parse_operand());
    lexer_.expect("init");
    lexer_.expect(":");
    inits.push_back(parse_operand());
    lexer_.expect(")");
  } while (lexer_.take(","));
  draft.operands = inputs;
  draft.operands.insert(draft.operands.end(), inits.begin(), inits.end());
  const OpDef* applied = nullptr;
  if (lexer_.take("applies")) applied = &op_named(lexer_.next());
  lexer_.expect("across");
  lexer_.expect("dimensions");
  lexer_.expect("=");
  draft.attributes.set("dimensions", ints_attribute(parse_int_list()));
  parse_more_attributes(draft);
  parse_types(draft, TypeStyle::functional);

  auto block = std::make_unique<Block>();
  if (applied) {
    const Type scalar = inits[0]->type.with(Shape());
    std::vector<Value> sides = {block->add_argument(scalar), block->add_argument(scalar)};
    auto body = std::make_unique<Operation>(*applied, sides, Attributes{});
    body->location = draft.location;
    if (applied->is_commutative) body->set_result_types({scalar});  // quantized sums ask for it
    body->set_result_types(applied->infer(*body));
    auto end = std::make_unique<Operation>(catalogue_.get("stablehlo.return"), body->results(),
                                           Attributes{});
    end->location = draft.location;
    block->operations.push_back(std::move(body));
    block->operations.push_back(std::move(end));
  } else {
    parse_reducer(*block, inputs.size());
  }
  draft.regions.push_back(std::move(block));
}

// (%iterArg = %a, %iterArg_0 = %b) : T, U attributes {..} cond {..} do {..}
void Parser::parse_loop(Draft& draft) {
  std::vector<std::string_view> names;
  lexer_.expect("(");
  while (!lexer_.take(")")) {
    if (!names.empty()) lexer_.expect(",");
    names.push_back(lexer_.next().text);
    lexer_.expect("=");
    draft.operands.push_back(parse_operand());
  }
  if (!names.empty()) {
    lexer_.expect(":");
    do draft.results.push_back(parse_type());
    while (lexer_.take(","));
  }
  for (size_t i = 0; i < draft.results.size(); i++) check_operand_type(draft, i, draft.results[i]);
  check_operand_count(draft, draft.results.size());
  if (lexer_.take("attributes")) parse_more_attributes(draft);
  for (std::string_view part : {"cond", "do"}) {
    lexer_.expect(part);
    NameScope scope(*this);
    auto block = std::make_unique<Block>();
    for (size_t i = 0; i < names.size(); i++)
      define(names[i], block->add_argument(draft.results[i]));
    lexer_.expect("{");
    parse_block_body(*block);
    lexer_.expect("}");
    draft.regions.push_back(std::move(block));
  }
}

// (%inputs) inits (%carries) dimension=0 attributes {..} {body} : (..) -> (..)
void Parser::parse_scan(Draft& draft) {
  const auto inputs = static_cast<int64_t>(parse_operands(draft));
  lexer_.expect("inits");
  const auto carries = static_cast<int64_t>(parse_operands(draft));
  lexer_.expect("dimension");
  lexer_.expect("=");
  draft.attributes.set("dimension", int_attribute(parse_int()));
  if (lexer_.take("attributes")) parse_more_attributes(draft);
  draft.regions.push_back(parse_region());
  const auto& body = draft.regions.back()->operations;
  const auto returned = body.empty() ? 0 : static_cast<int64_t>(body.back()->operand_count());
  const auto segments = [](int64_t first, int64_t second) {
    return IntArrayAttribute{{first, second}, ElementType::i32};
  };
  draft.attributes.set("operandSegmentSizes", segments(inputs, carries));
  draft.attributes.set("resultSegmentSizes", segments(returned - carries, carries));
}

// (%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[..] manual_axes={"x"} (%b: T) {..}
void Parser::parse_manual_computation(Draft& draft) {
  parse_operands(draft);
  for (const char* name : {"in_shardings", "out_shardings"}) {
    lexer_.expect(name);
    lexer_.expect("=");
    lexer_.expect("[");
    draft.attributes.set(
        name, OpaqueAttribute{fmt::format("{}{}{}", kShardings.before,
                                          lexer_.raw_until_closing('[', ']'), kShardings.after)});
  }
  lexer_.expect("manual_axes");
  lexer_.expect("=");
  lexer_.expect("{");
  draft.attributes.set("manual_axes", OpaqueAttribute{fmt::format(
                                          "{}{}{}", kManualAxes.before,
                                          lexer_.raw_until_closing('{', '}'), kManualAxes.after)});
  NameScope scope(*this);
  auto block = std::make_unique<Block>();
  parse_block_arguments(*block);
  lexer_.expect("{");
  parse_block_body(*block);
  lexer_.expect("}");
  draft.regions.push_back(std::move(block));
}

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
