// SPDX-License-Identifier: Apache-2.0
#include "ir/print.h"

#include <algorithm>

#include "ir/attribute_kinds.h"
#include "ir/dense_text.h"
#include "ir/print_attribute.h"
#include "ir/printer.h"

namespace tutti::ir {
namespace {

constexpr size_t kFunctionIndent = 4;

/// chlo has enumerations of its own, with StableHLO's names.
std::string_view enum_dialect(const Operation& op) {
  return op.name().starts_with("chlo.") ? "chlo" : "stablehlo";
}

std::string attribute_piece(const Operation& op, const AssemblyPiece& piece) {
  if (piece.attribute_kind == "ints") return str(op.ints_attribute(piece.text));
  if (piece.attribute_kind == "int" || piece.attribute_kind == "int32")
    return std::to_string(op.int_attribute(piece.text));
  if (piece.attribute_kind == "number") {  // MLIR takes no other type here
    const auto* number = op.attribute(piece.text).get<FloatAttribute>();
    if (number && number->type == ElementType::f64) return float_text(number->value, number->type);
  }
  if (piece.attribute_kind == "bool" || piece.attribute_kind == "number")
    return print(op.attribute(piece.text));
  if (piece.attribute_kind == "string") return quoted(op.string_attribute(piece.text));
  if (piece.attribute_kind.starts_with(kOpaque))
    return op.attribute(piece.text).get<OpaqueAttribute>()->text.substr(opaque_name(piece).size());
  if (piece.attribute_kind == "symbol" || piece.attribute_kind == "target") {
    const Attribute& attribute = op.attribute(piece.text);
    if (const auto* text = attribute.get<std::string>()) return symbol(*text);
    return print(attribute);
  }
  return op.enum_attribute(piece.text);
}

/// Whether the result's type says the operands' too.
bool is_one_type(const std::vector<Type>& operands, const std::vector<Type>& results,
                 TypeStyle style) {
  if ((style != TypeStyle::same && style != TypeStyle::complex) || results.empty()) return false;
  const Type expected =
      style == TypeStyle::complex ? results[0].with(real_type(results[0].element)) : results[0];
  return std::all_of(operands.begin(), operands.end(),
                     [&](const Type& type) { return type == expected; });
}

}  // namespace

std::string functional(const Operation& op) {
  const auto results = op.result_types();
  return str(op.operand_types()) + " -> " + (results.size() == 1 ? results[0].str() : str(results));
}

std::string Printer::module(const Module& module) {
  text_ = "module" + (module.name.empty() ? "" : " " + symbol(module.name));
  if (!module.attributes.empty()) text_ += " attributes " + dictionary(module.attributes);
  text_ += " {\n";
  for (const Mesh& mesh : module.meshes) {
    text_ += fmt::format("  sdy.mesh {} = <{}>", symbol(mesh.name), mesh.axes);
    if (!mesh.attributes.empty()) text_ += " " + dictionary(mesh.attributes);
    text_ += location_text(mesh.location.text) + "\n";
  }
  for (const auto& function : module.functions) this->function(*function);
  text_ += "}" + location_text(module.location.text) + "\n";
  if (options_.locations)
    for (const auto& [name, text] : module.location_aliases)
      text_ += fmt::format("#{} = loc({})\n", name, text);
  return std::move(text_);
}

std::string Printer::location_text(const std::shared_ptr<const std::string>& text) const {
  return options_.locations && text ? fmt::format(" loc({})", *text) : "";
}

void Printer::function(const Function& function) {
  names_.clear();
  next_value_ = next_argument_ = 0;
  text_ += fmt::format("  func.func {} {}(", function.is_private ? "private" : "public",
                       symbol(function.name));
  for (size_t i = 0; i < function.argument_count(); i++) {
    text_ += fmt::format("{}{}: {}", i ? ", " : "", name_argument(function.argument(i)),
                         function.argument(i)->type.str());
    if (!function.argument_attributes[i].empty())
      text_ += " " + dictionary(function.argument_attributes[i]);
    text_ += location_text(function.argument(i)->location);
  }
  text_ += ")";
  if (!function.result_types.empty()) text_ += " -> (";
  for (size_t i = 0; i < function.result_types.size(); i++) {
    text_ += (i ? ", " : "") + function.result_types[i].str();
    if (!function.result_attributes[i].empty())
      text_ += " " + dictionary(function.result_attributes[i]);
  }
  if (!function.result_types.empty()) text_ += ")";
  if (!function.attributes.empty()) text_ += " attributes " + dictionary(function.attributes);
  text_ += " {\n";
  body(function.body, kFunctionIndent);
  text_ += "  }" + location_text(function.location.text) + "\n";
}

void Printer::body(const Block& block, size_t indent) {
  for (const auto& op : block.operations) {
    text_.append(indent, ' ');
    operation(*op, indent);
    const Location& location = op->location;
    if (location.text)
      text_ += location_text(location.text);
    else if (options_.locations && location.name && !location.name->empty())
      text_ += fmt::format(" loc({})", quoted(*location.name));
    text_ += "\n";
  }
}

void Printer::braces(const Block& block, size_t indent) {
  text_ += "{\n";
  body(block, indent + 2);
  text_.append(indent, ' ');
  text_ += "}";
}

std::string Printer::name_argument(Value value) {
  return names_[value] = fmt::format("%arg{}", next_argument_++);
}
std::string Printer::argument(Value value) {
  return name_argument(value) + ": " + value->type.str() + location_text(value->location);
}
std::string Printer::operand_names(const Operation& op) const {
  return joined(op.operands, [&](Value value) { return name(value); });
}

void Printer::name_results(const Operation& op) {
  const size_t count = op.result_count();
  if (count == 0) return;
  const std::string base = fmt::format("%{}", next_value_++);
  text_ += base + (count > 1 ? fmt::format(":{}", count) : "") + " = ";
  for (size_t i = 0; i < count; i++)
    names_[op.result(i)] = count > 1 ? fmt::format("{}#{}", base, i) : base;
}

void Printer::operation(const Operation& op, size_t indent) {
  name_results(op);
  if (options_.generic || op.def().assembly.empty()) return generic(op, indent);
  const Assembly assembly = read_assembly(op.def().assembly);
  if (!pretty_fits(op, assembly)) return generic(op, indent);
  // The dialect of functions goes without saying in a function's own block only.
  const std::string_view full = op.name();
  text_ += full.starts_with("func.") && indent == kFunctionIndent ? full.substr(5) : full;
  pretty(op, assembly, indent);
}

void Printer::generic(const Operation& op, size_t indent) {
  text_ += fmt::format("\"{}\"({})", op.name(), operand_names(op));
  // An op's own attributes are properties; those of other dialects ("mhlo.sharding") are not.
  Attributes properties, others;
  for (const auto& [key, value] : op.attributes.entries())
    (key.find('.') == key.npos ? properties : others).set(key, value);
  if (!properties.empty()) text_ += " <" + dictionary(properties, enum_dialect(op)) + ">";
  if (!op.regions.empty()) {
    text_ += " (";
    for (size_t i = 0; i < op.regions.size(); i++) {
      text_ += i ? ", {\n" : "{\n";
      const Block& block = *op.regions[i];
      if (!block.arguments.empty()) {
        text_.append(indent, ' ');
        text_ += "^bb0(" +
                 joined(block.arguments, [&](const auto& a) { return argument(a.get()); }) + "):\n";
      }
      body(block, indent + 2);
      text_.append(indent, ' ');
      text_ += "}";
    }
    text_ += ")";
  }
  if (!others.empty()) text_ += " " + dictionary(others);
  text_ += " : " + functional(op);
}

void Printer::pretty(const Operation& op, const Assembly& assembly, size_t indent) {
  Names said;
  bool skip = false;
  if (!assembly.pieces.empty() && assembly.pieces[0].text != "reduction" &&
      assembly.pieces[0].text != "loop" &&
      !(assembly.pieces[0].kind == AssemblyPiece::Kind::literal &&
        assembly.pieces[0].text[0] == '(') &&
      !(assembly.pieces[0].kind == AssemblyPiece::Kind::operands && op.operands.empty()))
    text_ += " ";
  size_t next_operand = 0;
  bool no_operands = false;  // the list just printed was empty
  for (size_t i = 0; i < assembly.pieces.size(); i++) {
    const AssemblyPiece& piece = assembly.pieces[i];
    if (piece.optional && piece.kind == AssemblyPiece::Kind::literal)
      skip = !op.attributes.find(assembly.pieces[i + 1].text);
    if (piece.optional && skip) continue;
    switch (piece.kind) {
      case AssemblyPiece::Kind::literal:
        text_ += no_operands && piece.text.starts_with(", ") ? piece.text.substr(2) : piece.text;
        no_operands = false;
        break;
      case AssemblyPiece::Kind::operand:
        text_ += name(op.operand(piece.operand));
        next_operand = piece.operand + 1;
        break;
      case AssemblyPiece::Kind::operands:
        no_operands = next_operand == op.operand_count();
        for (bool first = true; next_operand < op.operand_count(); first = false)
          text_ += (first ? "" : ", ") + name(op.operand(next_operand++));
        break;
      case AssemblyPiece::Kind::attribute:
        text_ += attribute_piece(op, piece);
        said.insert(piece.text);
        break;
      case AssemblyPiece::Kind::syntax:
        syntax(op, piece.text, indent, said);
        break;
    }
  }
  if (assembly.style == TypeStyle::none) return;
  rest_of_attributes(op, said);
  types(op, assembly.style);
}

void Printer::rest_of_attributes(const Operation& op, const Names& said) {
  Attributes rest;
  for (const auto& [key, value] : op.attributes.entries())
    if (!said.contains(key)) rest.set(key, value);
  if (!rest.empty()) text_ += " " + dictionary(rest, enum_dialect(op));
}

void Printer::types(const Operation& op, TypeStyle style) {
  const auto operands = op.operand_types();
  const auto results = op.result_types();
  if (style == TypeStyle::operands) {
    if (!operands.empty()) text_ += " : " + joined(operands);
  } else if (style == TypeStyle::first) {
    text_ += " : " + operands[0].str();
  } else if (style == TypeStyle::arrow) {
    text_ += fmt::format(" : {} -> {}", joined(operands),
                         results.size() == 1 ? results[0].str() : str(results));
  } else if (style == TypeStyle::result) {
    text_ += " : " + joined(results);
  } else if (style == TypeStyle::select && operands.size() == 3) {
    text_ += " : " + operands[0].str() + ", " + results[0].str();
  } else {
    const bool one_type = is_one_type(operands, results, style);
    text_ += " : " + (one_type ? results[0].str() : functional(op));
  }
}

std::string print(const Module& module, const PrintOptions& options) {
  return Printer(options).module(module);
}

}  // namespace tutti::ir
