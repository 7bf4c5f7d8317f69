// SPDX-License-Identifier: Apache-2.0
#include "ir/print.h"

#include <algorithm>
#include <set>

#include "ir/assembly.h"
#include "ir/convolution_text.h"
#include "ir/print_attribute.h"

namespace tutti::ir {
namespace {

constexpr size_t kFunctionIndent = 4;

class Printer {
 public:
  explicit Printer(const PrintOptions& options) : options_(options) {}

  std::string module(const Module& module) {
    text_ = "module" + (module.name.empty() ? "" : " " + symbol(module.name));
    if (!module.attributes.empty()) text_ += " attributes " + dictionary(module.attributes);
    text_ += " {\n";
    for (const Mesh& mesh : module.meshes) {
      text_ += fmt::format("  sdy.mesh {} = <{}>", symbol(mesh.name), mesh.axes);
      if (!mesh.attributes.empty()) text_ += " " + dictionary(mesh.attributes);
      text_ += "\n";
    }
    for (const auto& function : module.functions) this->function(*function);
    return std::move(text_) + "}\n";
  }

 private:
  void function(const Function& function) {
    names_.clear();
    next_value_ = next_argument_ = 0;
    text_ += fmt::format("  func.func {} {}(", function.is_private ? "private" : "public",
                         symbol(function.name));
    for (size_t i = 0; i < function.argument_count(); i++) {
      text_ += fmt::format("{}{}: {}", i ? ", " : "", name_argument(function.argument(i)),
                           function.argument(i)->type.str());
      if (!function.argument_attributes[i].empty())
        text_ += " " + dictionary(function.argument_attributes[i]);
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
    text_ += "  }\n";
  }

  void body(const Block& block, size_t indent) {
    for (const auto& op : block.operations) {
      text_.append(indent, ' ');
      operation(*op, indent);
      if (options_.locations && op->location.name && !op->location.name->empty())
        text_ += fmt::format(" loc({})", quoted(*op->location.name));
      text_ += "\n";
    }
  }

  std::string name_argument(Value value) {
    return names_[value] = fmt::format("%arg{}", next_argument_++);
  }
  const std::string& name(Value value) const { return names_.at(value); }
  std::string operand_names(const Operation& op) const {
    return joined(op.operands, [&](Value value) { return name(value); });
  }

  void name_results(const Operation& op) {
    const size_t count = op.result_count();
    if (count == 0) return;
    const std::string base = fmt::format("%{}", next_value_++);
    text_ += base + (count > 1 ? fmt::format(":{}", count) : "") + " = ";
    for (size_t i = 0; i < count; i++)
      names_[op.result(i)] = count > 1 ? fmt::format("{}#{}", base, i) : base;
  }

  void operation(const Operation& op, size_t indent) {
    name_results(op);
    if (options_.generic || op.def().assembly.empty()) return generic(op, indent);
    const Assembly assembly = read_assembly(op.def().assembly);
    if (!pretty_fits(op, assembly)) return generic(op, indent);
    // The dialect of functions goes without saying in a function's own block only.
    const std::string_view full = op.name();
    text_ += full.starts_with("func.") && indent == kFunctionIndent ? full.substr(5) : full;
    pretty(op, assembly, indent);
  }

  void generic(const Operation& op, size_t indent) {
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
          text_ +=
              "^bb0(" +
              joined(block.arguments,
                     [&](const auto& a) { return name_argument(a.get()) + ": " + a->type.str(); }) +
              "):\n";
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

  /// chlo has enumerations of its own, with StableHLO's names.
  static std::string_view enum_dialect(const Operation& op) {
    return op.name().starts_with("chlo.") ? "chlo" : "stablehlo";
  }

  static std::string functional(const Operation& op) {
    const auto results = op.result_types();
    return str(op.operand_types()) + " -> " +
           (results.size() == 1 ? results[0].str() : str(results));
  }

  /// Whether a style that leaves types out loses none: operations with dynamic sizes keep their
  /// constraints only when they run.
  static bool style_fits(const Operation& op, TypeStyle style) {
    const auto type_is = [](const Type& expected) {
      return [&expected](Value value) { return value->type == expected; };
    };
    if (style == TypeStyle::first)
      return !op.operands.empty() &&
             std::all_of(op.operands.begin(), op.operands.end(), type_is(op.operand_type(0)));
    if (style == TypeStyle::select && op.operand_count() == 3)
      return op.result_count() == 1 &&
             std::all_of(op.operands.begin() + 1, op.operands.end(), type_is(op.result_type()));
    return true;
  }

  /// The same of a syntax: lists as long as each other, regions that take what they should.
  static bool syntax_fits(const Operation& op, std::string_view syntax) {
    if (syntax == "reduction")
      return op.operand_count() % 2 == 0 && op.regions.size() == 1 &&
             op.regions[0]->arguments.size() == op.operand_count() &&
             op.attributes.find("dimensions");
    if (syntax == "loop") return loop_fits(op);
    if (syntax == "convolution")
      return op.attributes.find("dimension_numbers") &&
             convolution_text(op.record_attribute("dimension_numbers")).starts_with('[');
    if (syntax == "precision") return precision_fits(op);
    if (syntax == "slice_ranges") {
      const size_t count = op.ints_attribute("start_indices").size();
      return op.ints_attribute("limit_indices").size() == count &&
             op.ints_attribute("strides").size() == count;
    }
    if (syntax == "exponent_mantissa")
      return op.int_attribute("exponent_bits") >= 0 && op.int_attribute("mantissa_bits") >= 0;
    return true;
  }

  static bool loop_fits(const Operation& op) {
    return op.regions.size() == 2 && op.operand_types() == op.result_types() &&
           std::all_of(op.regions.begin(), op.regions.end(), [&](const auto& region) {
             return std::equal(region->arguments.begin(), region->arguments.end(),
                               op.operands.begin(), op.operands.end(),
                               [](const auto& x, Value y) { return x->type == y->type; });
           });
  }

  static bool precision_fits(const Operation& op) {
    const Attribute* precision = op.attributes.find("precision_config");
    const Attribute* algorithm = op.attributes.find("algorithm");
    if (algorithm && !algorithm->get<RecordAttribute>()) return false;
    const auto* list = precision ? precision->get<ListAttribute>() : nullptr;
    return !precision || (list && std::all_of(list->values.begin(), list->values.end(),
                                              [](const Attribute& value) {
                                                return value.get<EnumAttribute>() != nullptr;
                                              }));
  }

  /// "#sdy.sharding" of the kind "opaque.sdy.sharding".
  static std::string opaque_name(const AssemblyPiece& piece) {
    return "#" + piece.attribute_kind.substr(kOpaque.size());
  }
  static bool opaque_fits(const Operation& op, const AssemblyPiece& piece) {
    const auto* opaque = op.attribute(piece.text).get<OpaqueAttribute>();
    return opaque && opaque->text.starts_with(opaque_name(piece) + "<");
  }

  /// Whether the pieces name each operand there is.
  static bool operands_fit(const Operation& op, const Assembly& assembly) {
    size_t named = 0;
    bool takes_more = false;
    for (const AssemblyPiece& piece : assembly.pieces) {
      if (piece.kind == AssemblyPiece::Kind::operand) named = std::max(named, piece.operand + 1);
      takes_more = takes_more || piece.kind == AssemblyPiece::Kind::operands ||
                   piece.text == "reduction" || piece.text == "loop";
    }
    return named == op.operand_count() || (takes_more && named < op.operand_count());
  }

  /// Whether the pretty form can say all of this operation; the compact reduction cannot always.
  static bool pretty_fits(const Operation& op, const Assembly& assembly) {
    if (!style_fits(op, assembly.style) || !operands_fit(op, assembly)) return false;
    for (const AssemblyPiece& piece : assembly.pieces) {
      if (piece.kind == AssemblyPiece::Kind::attribute && !piece.optional &&
          !op.attributes.find(piece.text))
        return false;
      if (piece.text == "dense" && op.result_count() == 1 && op.result_type().is_quantized())
        return false;
      if (piece.attribute_kind.starts_with(kOpaque) && !opaque_fits(op, piece)) return false;
      if (piece.kind == AssemblyPiece::Kind::syntax && !syntax_fits(op, piece.text)) return false;
      if (piece.text == "scan") return false;  // the generic form says the segments
    }
    return true;
  }

  void pretty(const Operation& op, const Assembly& assembly, size_t indent) {
    std::set<std::string, std::less<>> said;
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

  void rest_of_attributes(const Operation& op, const std::set<std::string, std::less<>>& said) {
    Attributes rest;
    for (const auto& [key, value] : op.attributes.entries())
      if (!said.contains(key)) rest.set(key, value);
    if (!rest.empty()) text_ += " " + dictionary(rest, enum_dialect(op));
  }

  static std::string attribute_piece(const Operation& op, const AssemblyPiece& piece) {
    if (piece.attribute_kind == "ints") return str(op.ints_attribute(piece.text));
    if (piece.attribute_kind == "int" || piece.attribute_kind == "int32")
      return std::to_string(op.int_attribute(piece.text));
    if (piece.attribute_kind == "bool" || piece.attribute_kind == "number")
      return print(op.attribute(piece.text));
    if (piece.attribute_kind == "string") return quoted(op.string_attribute(piece.text));
    if (piece.attribute_kind.starts_with(kOpaque))
      return op.attribute(piece.text)
          .get<OpaqueAttribute>()
          ->text.substr(opaque_name(piece).size());
    if (piece.attribute_kind == "symbol" || piece.attribute_kind == "target") {
      const Attribute& attribute = op.attribute(piece.text);
      if (const auto* text = attribute.get<std::string>()) return symbol(*text);
      return print(attribute);
    }
    return op.enum_attribute(piece.text);
  }

  /// Whether the result's type says the operands' too.
  static bool is_one_type(const std::vector<Type>& operands, const std::vector<Type>& results,
                          TypeStyle style) {
    if ((style != TypeStyle::same && style != TypeStyle::complex) || results.empty()) return false;
    const Type expected =
        style == TypeStyle::complex ? results[0].with(real_type(results[0].element)) : results[0];
    return std::all_of(operands.begin(), operands.end(),
                       [&](const Type& type) { return type == expected; });
  }

  void types(const Operation& op, TypeStyle style) {
    const auto operands = op.operand_types();
    const auto results = op.result_types();
    const auto list = [](const std::vector<Type>& all) {
      return joined(all, [](const Type& t) { return t.str(); });
    };
    if (style == TypeStyle::operands) {
      if (!operands.empty()) text_ += " : " + list(operands);
    } else if (style == TypeStyle::first) {
      text_ += " : " + operands[0].str();
    } else if (style == TypeStyle::arrow) {
      text_ += fmt::format(" : {} -> {}", list(operands),
                           results.size() == 1 ? results[0].str() : str(results));
    } else if (style == TypeStyle::result) {
      text_ += " : " + list(results);
    } else if (style == TypeStyle::select && operands.size() == 3) {
      text_ += " : " + operands[0].str() + ", " + results[0].str();
    } else {
      const bool one_type = is_one_type(operands, results, style);
      text_ += " : " + (one_type ? results[0].str() : functional(op));
    }
  }

  void syntax(const Operation& op, std::string_view syntax, size_t indent,
              std::set<std::string, std::less<>>& said) {
    if (syntax == "slice_ranges") {
      const auto starts = op.ints_attribute("start_indices"),
                 limits = op.ints_attribute("limit_indices"),
                 strides = op.ints_attribute("strides");
      text_ += "[";
      for (size_t i = 0; i < starts.size(); i++) {
        text_ += fmt::format("{}{}:{}", i ? ", " : "", starts[i], limits[i]);
        if (strides[i] != 1) text_ += fmt::format(":{}", strides[i]);
      }
      text_ += "]";
      said.insert({"start_indices", "limit_indices", "strides"});
    } else if (syntax == "dot_numbers") {
      dot_numbers(op);
      said.insert("dot_dimension_numbers");
    } else if (syntax == "precision") {
      if (const Attribute* precision = op.attributes.find("precision_config"))
        if (const auto* list = precision->get<ListAttribute>())
          text_ += ", precision = [" +
                   joined(list->values,
                          [](const Attribute& a) { return a.get<EnumAttribute>()->value; }) +
                   "]";
      if (const Attribute* algorithm = op.attributes.find("algorithm")) {
        const std::string text = print(*algorithm);
        text_ += ", algorithm = " + text.substr(text.find('<'));
      }
      said.insert({"precision_config", "algorithm"});
    } else if (syntax == "dense") {
      text_ += print(op.attribute("value"));
      said.insert("value");
    } else if (syntax == "exponent_mantissa") {
      text_ += fmt::format("e{}m{}", op.int_attribute("exponent_bits"),
                           op.int_attribute("mantissa_bits"));
      said.insert({"exponent_bits", "mantissa_bits"});
    } else if (syntax == "convolution") {
      convolution(op, said);
    } else if (syntax == "reduction") {
      reduction(op, indent);
    } else if (syntax == "loop") {
      loop(op, indent);
    }
  }

  void convolution(const Operation& op, std::set<std::string, std::less<>>& said) {
    text_ += fmt::format("dim_numbers = {}, window = {{",
                         convolution_text(op.record_attribute("dimension_numbers")));
    said.insert("dimension_numbers");
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kProperties = {
        {{"stride", "window_strides"},
         {"pad", "padding"},
         {"lhs_dilate", "lhs_dilation"},
         {"rhs_dilate", "rhs_dilation"},
         {"reverse", "window_reversal"}}};
    std::string window;
    for (const auto& [key, attribute] : kProperties) {
      if (!op.attributes.find(attribute)) continue;
      const auto values = op.ints_attribute(attribute);
      std::string list;
      for (size_t i = 0; i < values.size(); i++) {
        const bool pair = key == "pad";
        list += i ? ", " : "";
        if (pair && i % 2 == 0) list += "[";
        list += key == "reverse" ? (values[i] ? "true" : "false") : std::to_string(values[i]);
        if (pair && i % 2 == 1) list += "]";
      }
      window += fmt::format("{}{} = [{}]", window.empty() ? "" : ", ", key, list);
      said.emplace(attribute);
    }
    text_ += window + "}";
  }

  void dot_numbers(const Operation& op) {
    const RecordAttribute& numbers = op.record_attribute("dot_dimension_numbers");
    const auto batch = record_ints(numbers, "lhs_batching_dimensions");
    if (!batch.empty())
      text_ += fmt::format("batching_dims = {} x {}, ", str(batch),
                           str(record_ints(numbers, "rhs_batching_dimensions")));
    text_ += fmt::format("contracting_dims = {} x {}",
                         str(record_ints(numbers, "lhs_contracting_dimensions")),
                         str(record_ints(numbers, "rhs_contracting_dimensions")));
  }

  void reduction(const Operation& op, size_t indent) {
    const size_t count = op.operand_count() / 2;
    for (size_t i = 0; i < count; i++)
      text_ += fmt::format("{}({} init: {})", i ? ", " : "", name(op.operand(i)),
                           name(op.operand(count + i)));
    const Block& block = *op.regions[0];
    const Operation& first = *block.operations[0];
    const bool compact = count == 1 && block.operations.size() == 2 && first.def().is_commutative &&
                         first.operand_count() == 2 && first.attributes.empty() &&
                         first.operand(0) == block.arguments[0].get() &&
                         first.operand(1) == block.arguments[1].get() &&
                         block.terminator().operand_count() == 1 &&
                         block.terminator().operand(0) == first.result();
    if (compact) text_ += fmt::format(" applies {}", first.name());
    text_ += " across dimensions = " + str(op.ints_attribute("dimensions"));
    rest_of_attributes(op, {"dimensions"});
    text_ += " : " + functional(op);
    if (compact) return;
    text_ += "\n" + std::string(indent, ' ') + " reducer";
    for (size_t i = 0; i < count; i++)
      text_ += fmt::format("({}: {}, {}: {}) ", name_argument(block.arguments[i].get()),
                           block.arguments[i]->type.str(),
                           name_argument(block.arguments[count + i].get()),
                           block.arguments[count + i]->type.str());
    braces(block, indent);
  }

  void braces(const Block& block, size_t indent) {
    text_ += "{\n";
    body(block, indent + 2);
    text_.append(indent, ' ');
    text_ += "}";
  }

  void loop(const Operation& op, size_t indent) {
    text_ += "(";
    std::vector<std::string> names;
    for (size_t i = 0; i < op.operand_count(); i++) {
      names.push_back(fmt::format("%iterArg_{}", next_argument_++));
      text_ += fmt::format("{}{} = {}", i ? ", " : "", names[i], name(op.operand(i)));
    }
    text_ += ")";
    if (!names.empty())
      text_ += " : " + joined(op.result_types(), [](const Type& t) { return t.str(); });
    if (!op.attributes.empty()) text_ += " attributes " + dictionary(op.attributes);
    for (size_t part = 0; part < 2; part++) {
      for (size_t i = 0; i < names.size(); i++)
        names_[op.regions[part]->arguments[i].get()] = names[i];
      text_ += "\n" + std::string(indent, ' ') + (part ? " do " : " cond ");
      braces(*op.regions[part], indent);
    }
  }

  const PrintOptions& options_;
  std::string text_;
  std::unordered_map<const ValueData*, std::string> names_;
  size_t next_value_ = 0, next_argument_ = 0;
};

}  // namespace

std::string print(const Module& module, const PrintOptions& options) {
  return Printer(options).module(module);
}

}  // namespace tutti::ir
