// SPDX-License-Identifier: Apache-2.0
// Attributes of the dialects vhlo and builtin, by their codes.
#include <bit>

#include "base/text.h"
#include "ir/parse.h"
#include "op/catalogue.h"
#include "portable/entry_reader.h"
#include "portable/tensor_bytes.h"
#include "portable/vhlo_codes.h"

namespace tutti::portable {
namespace {

using ir::Attribute;
using ir::ElementType;

constexpr size_t kRoomOfText = 32;    // bytes of memory for each that is parsed
constexpr size_t kMostFields = 4096;  // they are searched one by one

std::vector<int64_t> read_integers(format::BytecodeCursor& cursor) {
  std::vector<int64_t> values(cursor.count("integers"));
  for (int64_t& value : values) value = cursor.svarint();
  return values;
}

/// An integer of a known width: a byte as it is, up to 64 bits as a number.
int64_t read_bits(format::BytecodeCursor& cursor, ElementType type) {
  if (ir::bit_width(type) <= 8) {
    const std::byte byte{cursor.byte()};
    return ir::load_int_element(type, &byte, 0);
  }
  const int64_t value = cursor.svarint();
  std::byte bytes[8];
  ir::store_int_element(type, bytes, 0, value);
  return ir::load_int_element(type, bytes, 0);
}

double read_float(format::BytecodeCursor& cursor, ElementType type) {
  const int64_t bits = ir::bit_width(type) <= 8 ? cursor.byte() : cursor.svarint();
  std::byte bytes[8];
  ir::store_int_element(type, bytes, 0, bits);
  return ir::load_element(type, bytes, 0);
}

/// What program text says of an attribute; one that it does not know is kept as it is.
Attribute attribute_of_text(std::string_view text) {
  const std::string module = fmt::format("module attributes {{a = {}}} {{\n}}\n", text);
  try {
    const ir::Module read = ir::parse_module(module, "attribute", op::catalogue());
    if (const Attribute* found = read.attributes.find("a")) return *found;
  } catch (const UserError&) {
  }
  return ir::OpaqueAttribute{std::string(text)};
}

}  // namespace

Attribute EntryReader::foreign_attribute(const format::BytecodeEntry& entry) {
  std::string text = fmt::format("#{}.bytecode<\"0x", dialect(entry));
  for (const char c : entry.bytes)
    text += fmt::format("{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  charge(text.size());
  return ir::OpaqueAttribute{text + "\">"};
}

Attribute EntryReader::read_attribute(uint32_t number) {
  const format::BytecodeEntry& found = bytecode_.attributes[number];
  Cursor cursor(file_, found.bytes);
  charge(sizeof(Attribute));
  Attribute value;
  if (!found.custom) {
    const std::string_view text = cursor.text();
    charge(kRoomOfText * text.size());
    value = attribute_of_text(text);
  } else if (dialect(found) == "vhlo") {
    value = read_vhlo_attribute(cursor);
  } else if (dialect(found) == "builtin") {
    value = read_builtin_attribute(cursor);
  } else {
    std::string text = dialect(found) == "sdy" ? read_sharding(cursor) : "";
    if (text.empty() || !cursor.at_end()) return foreign_attribute(found);
    return ir::OpaqueAttribute{std::move(text)};
  }
  cursor.expect_end("an attribute");
  return value;
}

Attribute EntryReader::read_list(Cursor& cursor) {
  ir::ListAttribute list;
  list.values.resize(cursor.count("attributes"));
  for (Attribute& value : list.values) {
    const uint32_t number = attribute_number(cursor);
    value = attribute(number);
    count_copy(number);
  }
  return list;
}

EntryReader::Pairs EntryReader::read_pairs(Cursor& cursor) {
  Pairs pairs(cursor.count("attributes"));
  if (pairs.size() > kMostFields)
    cursor.fail("found a dictionary of more than {} entries", kMostFields);
  for (auto& [name, number] : pairs) {
    name = string_attribute(cursor);
    if (name.empty()) cursor.fail("found an attribute without a name");
    number = attribute_number(cursor);
  }
  return pairs;
}

Attribute EntryReader::read_dictionary(Cursor& cursor) {
  ir::DictionaryAttribute dictionary;
  for (const auto& [name, number] : read_pairs(cursor)) {
    if (dictionary.fields.find(name))
      cursor.fail("found the attribute '{}' twice", escaped(name, 80));
    charge(name.size());
    dictionary.fields.set(name, attribute(number));
    count_copy(number);
  }
  return dictionary;
}

EntryReader::Pairs EntryReader::dictionary_numbers(uint32_t number) {
  const format::BytecodeEntry& found = bytecode_.attributes[number];
  Cursor cursor(file_, found.bytes);
  const bool is_vhlo = dialect(found) == "vhlo";
  if (!found.custom || !(is_vhlo || dialect(found) == "builtin") ||
      cursor.varint() != (is_vhlo ? vhlo_code::kDictionary : 1))
    cursor.fail("found another attribute, expected a dictionary");
  return read_pairs(cursor);
}

Attribute EntryReader::read_number(Cursor& cursor) {
  const TypeEntry& type = this->type(type_number(cursor));
  const bool is_number = type.kind == TypeEntry::Kind::element &&
                         type.element != ElementType::quantized && !ir::is_complex(type.element);
  if (!is_number) cursor.fail("found a number of a type that is none");
  if (ir::is_float(type.element))
    return ir::float_attribute(read_float(cursor, type.element), type.element);
  const int64_t value = read_bits(cursor, type.element);
  if (type.element == ElementType::i1) return value != 0;
  return ir::int_attribute(value, type.element);
}

Attribute EntryReader::read_tensor(Cursor& cursor) {
  const ir::Type& type = value_type(type_number(cursor));
  const uint64_t size = cursor.varint();
  const size_t offset = cursor.offset();
  std::string problem;
  auto tensor = tensor_of_bytes(cursor.bytes(size), type, problem);
  if (!tensor) file_.fail(offset, "{}", problem);
  return std::move(*tensor);
}

/// A dense array of builtin: integers of any width, and booleans.
Attribute EntryReader::read_array(Cursor& cursor) {
  const TypeEntry& type = this->type(type_number(cursor));
  const uint64_t count = cursor.varint();
  const std::string_view bytes = cursor.bytes(cursor.varint());
  const bool is_known = type.kind == TypeEntry::Kind::element &&
                        (ir::is_integer(type.element) || type.element == ElementType::i1);
  if (!is_known) cursor.fail("found an array of other elements, expected integers or booleans");
  const size_t size = ir::byte_size(type.element);
  if (bytes.size() / size != count || bytes.size() % size != 0)
    cursor.fail("found an array of {} elements in {} bytes", count, bytes.size());
  ir::IntArrayAttribute array{{}, type.element};
  charge(count * sizeof(int64_t));
  for (size_t i = 0; i < count; i++)
    array.values.push_back(ir::load_int_element(
        type.element, reinterpret_cast<const std::byte*>(bytes.data()), static_cast<int64_t>(i)));
  return array;
}

Attribute EntryReader::read_word(Cursor& cursor, uint64_t code) {
  for (const WordCode& entry : word_codes()) {
    if (entry.code != code) continue;
    const uint64_t value = cursor.varint() - entry.first;
    if (value >= entry.words.size() || entry.words[value].empty())
      cursor.fail("found number {} of {}, expected one that StableHLO {} has", value + entry.first,
                  entry.kind, kNewestVersion.str());
    return ir::enum_attribute(std::string(entry.kind), std::string(entry.words[value]));
  }
  cursor.fail(
      "found an attribute of code {} of the dialect vhlo, which StableHLO {} does not have "
      "or Tutti does not read",
      code, kNewestVersion.str());
}

Attribute EntryReader::read_alias(Cursor& cursor) {
  ir::RecordAttribute record{"stablehlo.output_operand_alias", {}};
  record.fields.set("output_tuple_indices", ir::ints_attribute(read_integers(cursor)));
  record.fields.set("operand_index", ir::int_attribute(cursor.svarint()));
  record.fields.set("operand_tuple_indices", ir::ints_attribute(read_integers(cursor)));
  return record;
}

Attribute EntryReader::read_accuracy(Cursor& cursor) {
  ir::RecordAttribute record{"stablehlo.result_accuracy", {}};
  for (const std::string_view field : {"atol", "rtol"})
    if (const auto bits = static_cast<uint64_t>(cursor.svarint()))
      record.fields.set(field, ir::f64_attribute(std::bit_cast<double>(bits)));
  if (const int64_t ulps = cursor.svarint()) record.fields.set("ulps", ir::int_attribute(ulps));
  record.fields.set("mode", attribute(attribute_number(cursor)));
  return record;
}

Attribute EntryReader::read_type_value(Cursor& cursor) {
  const uint32_t number = type_number(cursor);
  const TypeEntry& type = this->type(number);
  charge(types_.weights[number]);
  if (type.kind == TypeEntry::Kind::value) return type.value;
  if (type.kind == TypeEntry::Kind::element && type.element != ElementType::quantized)
    return type.element;
  return ir::OpaqueAttribute{std::string(kNoneText)};
}

const TypeEntry& EntryReader::type_attribute(uint32_t number) {
  const format::BytecodeEntry& found = bytecode_.attributes[number];
  Cursor cursor(file_, found.bytes);
  const bool is_vhlo = dialect(found) == "vhlo";
  if (!found.custom || !(is_vhlo || dialect(found) == "builtin") ||
      cursor.varint() != (is_vhlo ? vhlo_code::kTypeValue : 6))
    cursor.fail("found another attribute, expected a type");
  return type(type_number(cursor));
}

Attribute EntryReader::read_vhlo_attribute(Cursor& cursor) {
  const uint64_t code = cursor.varint();
  switch (code) {
    case vhlo_code::kArray:
      return read_list(cursor);
    case vhlo_code::kBool:
      return cursor.varint() != 0;
    case vhlo_code::kCustomCallApi:
      return ir::int_attribute(static_cast<int64_t>(cursor.index(5, "custom call interface")),
                               ElementType::i32);
    case vhlo_code::kDictionary:
      return read_dictionary(cursor);
    case vhlo_code::kFloat:
    case vhlo_code::kInteger:
      return read_number(cursor);
    case vhlo_code::kAlias:
      return read_alias(cursor);
    case vhlo_code::kString: {
      const std::string_view text = string(cursor);
      charge(text.size());
      return std::string(text);
    }
    case vhlo_code::kTensorValue:
      return read_tensor(cursor);
    case vhlo_code::kTypeValue:
      return read_type_value(cursor);
    case vhlo_code::kBounds: {
      std::vector<int64_t> bounds = read_integers(cursor);
      for (int64_t& bound : bounds)
        if (bound == kUnknownSize) bound = ir::kDynamic;
      charge(bounds.size() * sizeof(int64_t));
      ir::RecordAttribute record{std::string(kBoundsRecord), {}};
      record.fields.set(kBoundsField, ir::ints_attribute(std::move(bounds)));
      return record;
    }
    case vhlo_code::kAccuracyMode: {
      constexpr std::string_view kModes[] = {"DEFAULT", "HIGHEST", "TOLERANCE"};
      return ir::OpaqueAttribute{fmt::format("#stablehlo.result_accuracy_mode<{}>",
                                             kModes[cursor.index(3, "mode of accuracy")])};
    }
    case vhlo_code::kAccuracy:
      return read_accuracy(cursor);
    default:
      return read_word(cursor, code);
  }
}

Attribute EntryReader::read_builtin_attribute(Cursor& cursor) {
  const uint64_t code = cursor.varint();
  const auto text = [&] {
    const std::string_view found = string(cursor);
    charge(found.size());
    return std::string(found);
  };
  switch (code) {
    case 0:
      return read_list(cursor);
    case 1:
      return read_dictionary(cursor);
    case 2:
      return text();
    case 3: {
      std::string found = text();
      type(type_number(cursor));
      return found;
    }
    case 4:
      return ir::SymbolAttribute{string_attribute(cursor)};
    case 6:
      return read_type_value(cursor);
    case 7:
      return ir::Unit{};
    case 8:
    case 9:
      return read_number(cursor);
    case 17:
      return read_array(cursor);
    case 18:
      return read_tensor(cursor);
    default:
      cursor.fail(
          "found an attribute of code {} of the dialect builtin, which no portable artifact "
          "has",
          code);
  }
}

}  // namespace tutti::portable
