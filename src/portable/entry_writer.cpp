// SPDX-License-Identifier: Apache-2.0
#include "portable/entry_writer.h"

#include "base/text.h"
#include "ir/print.h"
#include "portable/tensor_bytes.h"
#include "portable/vhlo_codes.h"

namespace tutti::portable {
namespace {

using ir::Attribute;
using ir::ElementType;

constexpr std::string_view kVhlo = "vhlo", kBuiltin = "builtin";

uint64_t bits_of(double value, ElementType type) {
  std::byte bytes[8] = {};
  ir::store_element(type, bytes, 0, value);
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
}

/// An integer of a known width, see EntryReader.
void append_bits(format::BytecodeBuffer& buffer, uint64_t bits, int width) {
  if (width <= 8)
    buffer.byte(static_cast<uint8_t>(bits));
  else
    buffer.svarint(static_cast<int64_t>(bits));
}

uint64_t masked(int64_t value, ElementType type) {
  const int width = ir::bit_width(type);
  return static_cast<uint64_t>(value) & (~uint64_t{0} >> (64 - width));
}

void append_integers(format::BytecodeBuffer& buffer, const std::vector<int64_t>& values) {
  buffer.varint(values.size());
  for (const int64_t value : values) buffer.svarint(value);
}

/// A list as the tensor that VHLO has.
ir::Tensor tensor_of_list(const ir::IntArrayAttribute& list) {
  return ir::Tensor::of_ints(
      ir::Type::tensor(list.type, {static_cast<int64_t>(list.values.size())}), list.values);
}

}  // namespace

EntryWriter::EntryWriter(format::MlirBytecode& bytecode, const Version& target)
    : bytecode_(bytecode), target_(target) {
  bytecode_.producer = kept_.emplace_back("StableHLO_v" + target.str());
}

void EntryWriter::need(const Version& since, std::string_view what) const {
  if (target_ < since) throw NewerVersion(std::string(what), since, target_);
}

uint32_t EntryWriter::string(std::string_view text) {
  const auto [found, is_new] =
      strings_.emplace(text, static_cast<uint32_t>(bytecode_.strings.size()));
  if (is_new) bytecode_.strings.push_back(found->first);
  return found->second;
}

uint32_t EntryWriter::dialect(std::string_view name) {
  for (size_t i = 0; i < bytecode_.dialects.size(); i++)
    if (bytecode_.dialects[i] == name) return static_cast<uint32_t>(i);
  bytecode_.dialects.push_back(kept_.emplace_back(name));
  return static_cast<uint32_t>(bytecode_.dialects.size() - 1);
}

uint32_t EntryWriter::operation(std::string_view dialect, std::string_view name) {
  const auto [found, is_new] = names_.emplace(fmt::format("{}.{}", dialect, name),
                                              static_cast<uint32_t>(bytecode_.names.size()));
  if (is_new) bytecode_.names.push_back({this->dialect(dialect), kept_.emplace_back(name)});
  return found->second;
}

uint32_t EntryWriter::properties(std::string bytes) {
  const auto [found, is_new] =
      properties_.emplace(std::move(bytes), static_cast<uint32_t>(bytecode_.properties.size()));
  if (is_new) bytecode_.properties.push_back(found->first);
  return found->second;
}

uint32_t EntryWriter::entry(std::vector<format::BytecodeEntry>& entries,
                            std::unordered_map<std::string, uint32_t>& known,
                            std::string_view dialect, bool custom, std::string bytes) {
  const uint32_t number = this->dialect(dialect);
  std::string key = fmt::format("{}{} {}", number, custom, bytes);
  const size_t begin = key.size() - bytes.size();
  const auto [found, is_new] = known.emplace(std::move(key), static_cast<uint32_t>(entries.size()));
  if (is_new) entries.push_back({number, custom, std::string_view(found->first).substr(begin)});
  return found->second;
}

uint32_t EntryWriter::add_attribute(std::string_view dialect, Buffer& buffer) {
  return entry(bytecode_.attributes, attributes_, dialect, true, buffer.take());
}

uint32_t EntryWriter::add_type(std::string_view dialect, Buffer& buffer) {
  return entry(bytecode_.types, types_, dialect, true, buffer.take());
}

uint32_t EntryWriter::text_type(std::string_view dialect, const std::string& text) {
  return entry(bytecode_.types, types_, dialect, false, text + '\0');
}

/// Text of a dialect, like #sdy.sharding<...>.
uint32_t EntryWriter::text_attribute(const std::string& text) {
  const size_t end = text.find_first_of(".<", 1);
  if (!text.starts_with('#') || end == text.npos)
    user_error(
        "the attribute {} cannot be written as bytecode, expected that of a dialect, like "
        "#sdy.sharding<...>",
        escaped(text, 80));
  need({1, 11, 0}, "the attribute " + escaped(text, 80));
  return entry(bytecode_.attributes, attributes_, text.substr(1, end - 1), false, text + '\0');
}

uint32_t EntryWriter::list(const std::vector<uint32_t>& attributes) {
  Buffer buffer;
  buffer.varint(vhlo_code::kArray);
  buffer.varint(attributes.size());
  for (const uint32_t number : attributes) buffer.varint(number);
  return add_attribute(kVhlo, buffer);
}

uint32_t EntryWriter::type_value(uint32_t type) {
  Buffer buffer;
  buffer.varint(vhlo_code::kTypeValue);
  buffer.varint(type);
  return add_attribute(kVhlo, buffer);
}

uint32_t EntryWriter::none() {
  Buffer buffer;
  buffer.varint(vhlo_code::kNone);
  return type_value(add_type(kVhlo, buffer));
}

uint32_t EntryWriter::custom_call_interface(int64_t value) {
  Buffer buffer;
  buffer.varint(vhlo_code::kCustomCallApi);
  buffer.varint(static_cast<uint64_t>(value));
  return add_attribute(kVhlo, buffer);
}

/// Constants may be large: they are told apart by their place, not by their bytes.
uint32_t EntryWriter::large_tensor(const ir::Tensor& value) {
  const uint32_t type = this->type(value.type());
  Buffer buffer;
  buffer.reserve(value.stored().size() + 32);
  buffer.varint(vhlo_code::kTensorValue);
  buffer.varint(type);
  buffer.blob(bytes_of_tensor(value));
  bytecode_.attributes.push_back({dialect(kVhlo), true, kept_.emplace_back(buffer.take())});
  return static_cast<uint32_t>(bytecode_.attributes.size() - 1);
}

uint32_t EntryWriter::tensor(const ir::Tensor& value) {
  constexpr size_t kLarge = 4096;
  if (value.stored().size() > kLarge && !value.type().is_quantized()) return large_tensor(value);
  const ir::Type& type = value.type();
  const uint32_t number =
      this->type(type.is_quantized() ? ir::Type::tensor(type.storage(), type.shape) : type);
  Buffer buffer;
  buffer.varint(vhlo_code::kTensorValue);
  buffer.varint(number);
  buffer.blob(bytes_of_tensor(value));
  return add_attribute(kVhlo, buffer);
}

uint32_t EntryWriter::word(const ir::EnumAttribute& value) {
  for (const WordCode& code : word_codes())
    for (size_t i = 0; code.kind == value.kind && i < code.words.size(); i++) {
      if (code.words[i] != value.value) continue;
      Buffer buffer;
      buffer.varint(code.code);
      buffer.varint(code.first + i);
      return add_attribute(kVhlo, buffer);
    }
  throw InternalError(fmt::format("VHLO has no word {} {}", value.kind, value.value));
}

uint32_t EntryWriter::accuracy(const ir::RecordAttribute& value) {
  constexpr std::string_view kBefore = "#stablehlo.result_accuracy_mode<";
  const auto number = [&](std::string_view name) {
    const Attribute* found = value.fields.find(name);
    const auto* real = found ? found->get<ir::FloatAttribute>() : nullptr;
    return static_cast<int64_t>(bits_of(real ? real->value : 0, ElementType::f64));
  };
  const Attribute* given = value.fields.find("mode");
  const auto* mode = given ? given->get<ir::OpaqueAttribute>() : nullptr;
  const std::string_view text = mode ? std::string_view(mode->text) : kBefore;
  const std::string_view name = text.substr(std::min(kBefore.size(), text.size()));
  Buffer inner;
  inner.varint(vhlo_code::kAccuracyMode);
  inner.varint(name.starts_with("HIGHEST") ? 1 : name.starts_with("TOLERANCE") ? 2 : 0);
  const uint32_t mode_number = add_attribute(kVhlo, inner);
  Buffer buffer;
  buffer.varint(vhlo_code::kAccuracy);
  buffer.svarint(number("atol"));
  buffer.svarint(number("rtol"));
  buffer.svarint(ir::record_int(value, "ulps"));
  buffer.varint(mode_number);
  return add_attribute(kVhlo, buffer);
}

uint32_t EntryWriter::record(const ir::RecordAttribute& value) {
  if (value.name == "stablehlo.result_accuracy") return accuracy(value);
  if (value.name != "stablehlo.output_operand_alias")
    throw InternalError(fmt::format("VHLO has no record {}", value.name));
  Buffer buffer;
  buffer.varint(vhlo_code::kAlias);
  append_integers(buffer, ir::record_ints(value, "output_tuple_indices"));
  buffer.svarint(ir::record_int(value, "operand_index"));
  append_integers(buffer, ir::record_ints(value, "operand_tuple_indices"));
  return add_attribute(kVhlo, buffer);
}

uint32_t EntryWriter::attribute(const Attribute& value) {
  Buffer buffer;
  if (const auto* flag = value.get<bool>()) {
    buffer.varint(vhlo_code::kBool);
    buffer.varint(*flag ? 1 : 0);
  } else if (const auto* integer = value.get<ir::IntegerAttribute>()) {
    const uint32_t type = element(integer->type);
    buffer.varint(vhlo_code::kInteger);
    buffer.varint(type);
    append_bits(buffer, masked(integer->value, integer->type), ir::bit_width(integer->type));
  } else if (const auto* real = value.get<ir::FloatAttribute>()) {
    const uint32_t type = element(real->type);
    buffer.varint(vhlo_code::kFloat);
    buffer.varint(type);
    append_bits(buffer, bits_of(real->value, real->type), ir::bit_width(real->type));
  } else if (const auto* text = value.get<std::string>()) {
    buffer.varint(vhlo_code::kString);
    buffer.varint(string(*text));
  } else if (const auto* word = value.get<ir::EnumAttribute>()) {
    return this->word(*word);
  } else if (const auto* ints = value.get<ir::IntArrayAttribute>()) {
    return tensor(tensor_of_list(*ints));
  } else if (const auto* tensor = value.get<ir::Tensor>()) {
    return this->tensor(*tensor);
  } else if (const auto* record = value.get<ir::RecordAttribute>()) {
    return this->record(*record);
  } else if (const auto* list = value.get<ir::ListAttribute>()) {
    std::vector<uint32_t> numbers;
    for (const Attribute& entry : list->values) numbers.push_back(attribute(entry));
    return this->list(numbers);
  } else if (const auto* fields = value.get<ir::DictionaryAttribute>()) {
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    for (const auto& [name, entry] : fields->fields.entries())
      pairs.emplace_back(attribute(Attribute(name)), attribute(entry));
    buffer.varint(vhlo_code::kDictionary);
    buffer.varint(pairs.size());
    for (const auto& [name, entry] : pairs) {
      buffer.varint(name);
      buffer.varint(entry);
    }
  } else if (const auto* type = value.get<ir::Type>()) {
    return type_value(this->type(*type));
  } else if (const auto* element = value.get<ElementType>()) {
    return type_value(this->element(*element));
  } else if (const auto* opaque = value.get<ir::OpaqueAttribute>();
             opaque && opaque->text == kNoneText) {
    return none();
  } else {
    return builtin(value);  // of another dialect
  }
  return add_attribute(kVhlo, buffer);
}

}  // namespace tutti::portable
