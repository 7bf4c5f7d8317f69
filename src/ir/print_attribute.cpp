// SPDX-License-Identifier: Apache-2.0
#include "ir/print_attribute.h"

#include <algorithm>

#include "ir/convolution_text.h"
#include "ir/dense_text.h"
#include "ir/print.h"

namespace tutti::ir {
namespace {

bool is_plain_name(std::string_view name) {
  for (char c : name)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
          c == '.' || c == '$'))
      return false;
  return !name.empty();
}

struct AttributeText {
  std::string_view dialect = "stablehlo";

  std::string operator()(const Unit&) const { return "unit"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const IntegerAttribute& a) const {
    return a.type == ElementType::i1 ? (a.value ? "true" : "false")
                                     : fmt::format("{} : {}", a.value, name_of(a.type));
  }
  std::string operator()(const FloatAttribute& a) const {
    return fmt::format("{} : {}", float_text(a.value, a.type), name_of(a.type));
  }
  std::string operator()(const std::string& text) const { return quoted(text); }
  std::string operator()(const EnumAttribute& a) const {
    return fmt::format("#{}<{} {}>", dialect, a.kind, a.value);
  }
  std::string operator()(const SymbolAttribute& a) const { return symbol(a.name); }
  std::string operator()(const IntArrayAttribute& a) const {
    const bool booleans = a.type == ElementType::i1;
    return fmt::format("array<{}{}{}>", name_of(a.type), a.values.empty() ? "" : ": ",
                       joined(a.values, [&](int64_t v) {
                         return booleans ? std::string(v ? "true" : "false") : std::to_string(v);
                       }));
  }
  std::string operator()(const Tensor& tensor) const {
    std::string text = "dense<";
    text += text_of(tensor);  // may be large: one copy more, no other
    text += "> : ";
    return text += tensor.type().str();
  }
  std::string operator()(const RecordAttribute& a) const {
    if (a.name == "stablehlo.conv") return fmt::format("#{}<{}>", a.name, convolution_text(a));
    return fmt::format("#{}<{}>", a.name,
                       joined(a.fields.entries(), [](const Attributes::Entry& field) {
                         const auto* ints = field.second.get<IntArrayAttribute>();
                         const auto* integer = field.second.get<IntegerAttribute>();
                         const auto* number = field.second.get<FloatAttribute>();
                         return fmt::format("{} = {}", field.first,
                                            ints      ? str(ints->values)
                                            : integer ? std::to_string(integer->value)
                                            : number  ? float_text(number->value, number->type)
                                                      : print(field.second));
                       }));
  }
  std::string operator()(const DictionaryAttribute& a) const { return dictionary(a.fields); }
  std::string operator()(const ListAttribute& a) const {
    return "[" +
           joined(a.values,
                  [&](const Attribute& value) { return std::visit(*this, value.value); }) +
           "]";
  }
  std::string operator()(const OpaqueAttribute& a) const { return a.text; }
  std::string operator()(const Type& type) const { return type.str(); }
  std::string operator()(ElementType type) const { return std::string(name_of(type)); }
};

}  // namespace

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F)
      result += fmt::format("\\{:02X}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result + "\"";
}

std::string symbol(std::string_view name) {
  return "@" + (is_plain_name(name) ? std::string(name) : quoted(name));
}

std::string dictionary(const Attributes& attributes, std::string_view dialect) {
  std::vector<const Attributes::Entry*> sorted;  // by name, as in MLIR: a dictionary has no order
  for (const Attributes::Entry& entry : attributes.entries()) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->first < b->first; });
  return "{" +
         joined(sorted,
                [&](const Attributes::Entry* entry) {
                  std::string name =
                      is_plain_name(entry->first) ? entry->first : quoted(entry->first);
                  if (entry->second.get<Unit>()) return name;
                  return name + " = " + std::visit(AttributeText{dialect}, entry->second.value);
                }) +
         "}";
}

std::string print(const Attribute& attribute) {
  return std::visit(AttributeText{}, attribute.value);
}

}  // namespace tutti::ir
