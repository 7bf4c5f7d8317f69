// SPDX-License-Identifier: Apache-2.0
// Attributes and types of the dialect builtin: those of modules and of what is not StableHLO's.
#include <algorithm>
#include <array>
#include <cstring>

#include "ir/print.h"
#include "portable/entry_writer.h"
#include "portable/tensor_bytes.h"
#include "portable/vhlo_codes.h"

namespace tutti::portable {
namespace {

using ir::Attribute;
using ir::ElementType;

constexpr std::string_view kDialect = "builtin";

/// Numbers of attributes and types, as EntryReader knows them.
enum BuiltinCode : uint64_t {
  kList = 0,
  kFields = 1,
  kText = 2,
  kSymbol = 4,
  kTypeOf = 6,
  kUnit = 7,
  kIntegerOf = 8,
  kFloatOf = 9,
  kNamedLocation = 14,
  kUnknownLocation = 15,
  kArrayOf = 17,
  kDenseOf = 18
};
enum BuiltinType : uint64_t {
  kIntegerType = 0,
  kIndexType = 1,
  kComplexType = 9,
  kTensorType = 13
};

void append_number(format::BytecodeBuffer& buffer, uint64_t bits, ElementType type) {
  if (ir::bit_width(type) <= 8)
    buffer.byte(static_cast<uint8_t>(bits));
  else
    buffer.svarint(static_cast<int64_t>(bits));
}

uint64_t element_bits(ElementType type, const Attribute& value) {
  std::byte bytes[8] = {};
  if (const auto* real = value.get<ir::FloatAttribute>())
    ir::store_element(type, bytes, 0, real->value);
  else
    ir::store_int_element(type, bytes, 0, value.get<ir::IntegerAttribute>()->value);
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
}

}  // namespace

uint32_t EntryWriter::builtin_element(ElementType type) {
  Buffer buffer;
  constexpr std::array<ElementType, 4> kFloats = {ElementType::bf16, ElementType::f16,
                                                  ElementType::f32, ElementType::f64};
  const auto* const known = std::find(kFloats.begin(), kFloats.end(), type);
  if (type == ElementType::index) {
    buffer.varint(kIndexType);
  } else if (type == ElementType::i1 || ir::is_integer(type)) {
    buffer.varint(kIntegerType);
    buffer.varint(static_cast<uint64_t>(ir::bit_width(type)) << 2 |
                  (ir::is_unsigned(type) ? 2 : 0));
  } else if (known != kFloats.end()) {
    buffer.varint(static_cast<uint64_t>(known - kFloats.begin()) + 3);
  } else if (ir::is_complex(type)) {
    const uint32_t part = builtin_element(ir::real_type(type));
    buffer.varint(kComplexType);
    buffer.varint(part);
  } else {
    return text_type(kDialect, std::string(ir::name_of(type)));
  }
  return add_type(kDialect, buffer);
}

uint32_t EntryWriter::builtin_type(const ir::Type& type) {
  if (type.kind == ir::Type::Kind::token) return text_type("stablehlo", type.str());
  if (!type.is_tensor() || type.is_quantized() || !type.bounds().empty())
    return text_type(kDialect, type.str());
  const uint32_t element = builtin_element(type.element);
  Buffer buffer;
  buffer.varint(kTensorType);
  buffer.varint(type.shape.size());
  for (const int64_t size : type.shape) buffer.svarint(size == ir::kDynamic ? kUnknownSize : size);
  buffer.varint(element);
  return add_type(kDialect, buffer);
}

uint32_t EntryWriter::builtin_string(std::string_view text) {
  Buffer buffer;
  buffer.varint(kText);
  buffer.varint(string(text));
  return add_attribute(kDialect, buffer);
}

uint32_t EntryWriter::named_location(const std::string* name) {
  Buffer unknown;
  unknown.varint(kUnknownLocation);
  const uint32_t nowhere = add_attribute(kDialect, unknown);
  if (!name || name->empty()) return nowhere;
  const uint32_t text = builtin_string(*name);
  Buffer buffer;
  buffer.varint(kNamedLocation);
  buffer.varint(text);
  buffer.varint(nowhere);
  return add_attribute(kDialect, buffer);
}

uint32_t EntryWriter::builtin_dictionary(const ir::Attributes& fields) {
  std::vector<const ir::Attributes::Entry*> sorted;
  for (const auto& entry : fields.entries()) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* x, const auto* y) { return x->first < y->first; });
  std::vector<uint32_t> numbers;
  for (const auto* entry : sorted) {
    numbers.push_back(builtin_string(entry->first));
    numbers.push_back(builtin(entry->second));
  }
  Buffer buffer;
  buffer.varint(kFields);
  buffer.varint(sorted.size());
  for (const uint32_t number : numbers) buffer.varint(number);
  return add_attribute(kDialect, buffer);
}

uint32_t EntryWriter::builtin(const Attribute& value) {
  Buffer buffer;
  const auto with_type = [&](uint64_t code, uint32_t type) {
    buffer.varint(code);
    buffer.varint(type);
  };
  if (const auto* text = value.get<std::string>()) return builtin_string(*text);
  if (const auto* fields = value.get<ir::DictionaryAttribute>())
    return builtin_dictionary(fields->fields);
  if (const auto* opaque = value.get<ir::OpaqueAttribute>()) return text_attribute(opaque->text);
  if (value.get<ir::RecordAttribute>()) return text_attribute(ir::print(value));
  if (const auto* word = value.get<ir::EnumAttribute>())
    return text_attribute(fmt::format("#chlo<{} {}>", word->kind, word->value));
  if (value.get<ir::Unit>()) {
    buffer.varint(kUnit);
  } else if (const auto* flag = value.get<bool>()) {
    with_type(kIntegerOf, builtin_element(ElementType::i1));
    buffer.byte(*flag ? 1 : 0);
  } else if (const auto* integer = value.get<ir::IntegerAttribute>()) {
    with_type(kIntegerOf, builtin_element(integer->type));
    append_number(buffer, element_bits(integer->type, value), integer->type);
  } else if (const auto* real = value.get<ir::FloatAttribute>()) {
    with_type(kFloatOf, builtin_element(real->type));
    append_number(buffer, element_bits(real->type, value), real->type);
  } else if (const auto* symbol = value.get<ir::SymbolAttribute>()) {
    const uint32_t name = builtin_string(symbol->name);
    buffer.varint(kSymbol);
    buffer.varint(name);
  } else if (const auto* list = value.get<ir::ListAttribute>()) {
    std::vector<uint32_t> numbers;
    for (const Attribute& entry : list->values) numbers.push_back(builtin(entry));
    buffer.varint(kList);
    buffer.varint(numbers.size());
    for (const uint32_t number : numbers) buffer.varint(number);
  } else if (const auto* array = value.get<ir::IntArrayAttribute>()) {
    with_type(kArrayOf, builtin_element(array->type));
    buffer.varint(array->values.size());
    const ir::Type type =
        ir::Type::tensor(array->type, {static_cast<int64_t>(array->values.size())});
    const ir::Tensor tensor = ir::Tensor::of_ints(type, array->values);
    buffer.blob({reinterpret_cast<const char*>(tensor.stored().data()), tensor.stored().size()});
  } else if (const auto* tensor = value.get<ir::Tensor>()) {
    with_type(kDenseOf, builtin_type(tensor->type()));
    buffer.blob(bytes_of_tensor(*tensor));
  } else if (const auto* type = value.get<ir::Type>()) {
    with_type(kTypeOf, builtin_type(*type));
  } else {
    with_type(kTypeOf, builtin_element(*value.get<ElementType>()));
  }
  return add_attribute(kDialect, buffer);
}

}  // namespace tutti::portable
