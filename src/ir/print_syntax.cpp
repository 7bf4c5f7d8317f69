// SPDX-License-Identifier: Apache-2.0
// Syntaxes of their own: what the assembly language cannot say.
#include <array>

#include "ir/convolution_text.h"
#include "ir/print_attribute.h"
#include "ir/printer.h"

namespace tutti::ir {
std::optional<std::string_view> framed(const Operation& op, std::string_view name,
                                       const Frame& frame) {
  const Attribute* attribute = op.attributes.find(name);
  const auto* opaque = attribute ? attribute->get<OpaqueAttribute>() : nullptr;
  if (!opaque || !opaque->text.starts_with(frame.before) || !opaque->text.ends_with(frame.after))
    return std::nullopt;
  const std::string_view text = opaque->text;
  const auto inside =
      text.substr(frame.before.size(), text.size() - frame.before.size() - frame.after.size());
  int depth = 0;  // of brackets: the first that closes none must be the frame's
  for (const char c : inside) {
    depth += c == frame.before.back() ? 1 : c == frame.after.front() ? -1 : 0;
    if (depth < 0) return std::nullopt;
  }
  return inside;
}

void Printer::syntax(const Operation& op, std::string_view syntax, size_t indent, Names& said) {
  if (syntax == "slice_ranges") {
    const auto starts = op.ints_attribute("start_indices"),
               limits = op.ints_attribute("limit_indices"), strides = op.ints_attribute("strides");
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
        text_ +=
            ", precision = [" +
            joined(list->values, [](const Attribute& a) { return a.get<EnumAttribute>()->value; }) +
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
    text_ +=
        fmt::format("e{}m{}", op.int_attribute("exponent_bits"), op.int_attribute("mantissa_bits"));
    said.insert({"exponent_bits", "mantissa_bits"});
  } else if (syntax == "convolution") {
    convolution(op, said);
  } else if (syntax == "reduction") {
    reduction(op, indent);
  } else if (syntax == "loop") {
    loop(op, indent);
  } else if (syntax == "manual_computation") {
    manual_computation(op, indent, said);
  }
}

void Printer::convolution(const Operation& op, Names& said) {
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

void Printer::dot_numbers(const Operation& op) {
  const RecordAttribute& numbers = op.record_attribute("dot_dimension_numbers");
  const auto batch = record_ints(numbers, "lhs_batching_dimensions");
  if (!batch.empty())
    text_ += fmt::format("batching_dims = {} x {}, ", str(batch),
                         str(record_ints(numbers, "rhs_batching_dimensions")));
  text_ += fmt::format("contracting_dims = {} x {}",
                       str(record_ints(numbers, "lhs_contracting_dimensions")),
                       str(record_ints(numbers, "rhs_contracting_dimensions")));
}

void Printer::reduction(const Operation& op, size_t indent) {
  const size_t count = op.operand_count() / 2;
  for (size_t i = 0; i < count; i++)
    text_ += fmt::format("{}({} init: {})", i ? ", " : "", name(op.operand(i)),
                         name(op.operand(count + i)));
  const Block& block = *op.regions[0];
  const Operation& first = *block.operations[0];
  const bool compact = count == 1 && block.operations.size() == 2 &&
                       block.arguments[0]->type == op.operand_type(1).with(Shape()) &&
                       first.def().is_commutative && first.operand_count() == 2 &&
                       first.attributes.empty() && first.operand(0) == block.arguments[0].get() &&
                       first.operand(1) == block.arguments[1].get() &&
                       block.terminator().operand_count() == 1 &&
                       block.terminator().operand(0) == first.result();
  if (compact) text_ += fmt::format(" applies {}", first.name());
  text_ += " across dimensions = " + str(op.ints_attribute("dimensions"));
  rest_of_attributes(op, {"dimensions"});
  text_ += " : " + functional(op);
  if (compact) return;
  text_ += "\n" + std::string(indent, ' ') + " reducer";
  for (size_t i = 0; i < count; i++) {
    text_ += "(" + argument(block.arguments[i].get());
    text_ += ", " + argument(block.arguments[count + i].get()) + ") ";
  }
  braces(block, indent);
}

void Printer::loop(const Operation& op, size_t indent) {
  text_ += "(";
  std::vector<std::string> names;
  for (size_t i = 0; i < op.operand_count(); i++) {
    names.push_back(fmt::format("%iterArg_{}", next_argument_++));
    text_ += fmt::format("{}{} = {}", i ? ", " : "", names[i], name(op.operand(i)));
  }
  text_ += ")";
  if (!names.empty()) text_ += " : " + joined(op.result_types());
  if (!op.attributes.empty()) text_ += " attributes " + dictionary(op.attributes);
  for (size_t part = 0; part < 2; part++) {
    for (size_t i = 0; i < names.size(); i++)
      names_[op.regions[part]->arguments[i].get()] = names[i];
    text_ += "\n" + std::string(indent, ' ') + (part ? " do " : " cond ");
    braces(*op.regions[part], indent);
  }
}

void Printer::manual_computation(const Operation& op, size_t indent, Names& said) {
  text_ += fmt::format("({}) in_shardings=[{}] out_shardings=[{}] manual_axes={{{}}} (",
                       operand_names(op), *framed(op, "in_shardings", kShardings),
                       *framed(op, "out_shardings", kShardings),
                       *framed(op, "manual_axes", kManualAxes));
  said.insert({"in_shardings", "out_shardings", "manual_axes"});
  const Block& block = *op.regions[0];
  for (size_t i = 0; i < block.arguments.size(); i++)
    text_ += (i ? ", " : "") + argument(block.arguments[i].get());
  text_ += ") ";
  braces(block, indent);
}

}  // namespace tutti::ir
