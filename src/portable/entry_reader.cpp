// SPDX-License-Identifier: Apache-2.0
#include "portable/entry_reader.h"

#include "base/text.h"

namespace tutti::portable {
namespace {

constexpr int kDeepestEntry = 100;
// Entries are copied where they are used: together they may not be much larger than the file.
constexpr size_t kLeastRoom = size_t{64} << 20, kRoomByByte = 64;
constexpr size_t kBaseWeight = 32;

}  // namespace

class EntryReader::Visit {
 public:
  Visit(EntryReader& reader, State& state, size_t& weight, std::string_view bytes)
      : reader_(reader), state_(state), weight_(weight), outer_(reader.weight_) {
    const size_t offset = reader.file_.offset_of(bytes);
    if (state == State::open) reader.file_.fail(offset, "an entry refers to itself");
    if (++reader.depth_ > kDeepestEntry)
      reader.file_.fail(offset, "entries are nested deeper than {}", kDeepestEntry);
    state = State::open;
    reader.weight_ = kBaseWeight;
  }
  ~Visit() {
    weight_ = reader_.weight_;
    reader_.weight_ = outer_;
    reader_.depth_--;
    state_ = State::read;
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  EntryReader& reader_;
  State& state_;
  size_t& weight_;
  size_t outer_;
};

EntryReader::EntryReader(const format::BytecodeFile& file, const format::MlirBytecode& bytecode)
    : file_(file), bytecode_(bytecode) {
  const auto size = [](auto& table, size_t count) {
    table.states.resize(count);
    table.values.resize(count);
    table.weights.resize(count);
  };
  size(types_, bytecode.types.size());
  size(attributes_, bytecode.attributes.size());
  size(locations_, bytecode.attributes.size());
  most_ = kLeastRoom + kRoomByByte * file.bytes.size();
}

void EntryReader::charge(size_t bytes) {
  weight_ += bytes;
  charged_ += bytes;
  if (charged_ > most_)
    user_error(
        "{}: its attributes and types come to more than {} of memory, expected less of a "
        "file of {}",
        file_.where, human_bytes(most_), human_bytes(file_.bytes.size()));
}

void EntryReader::count_copy(uint32_t number) {
  charge(attributes_.weights[number]);
}

const TypeEntry& EntryReader::type(uint32_t number) {
  if (types_.states[number] != State::read) {
    const Visit visit(*this, types_.states[number], types_.weights[number],
                      bytecode_.types[number].bytes);
    read_type(number, types_.values[number]);
  }
  return types_.values[number];
}

const ir::Type& EntryReader::value_type(uint32_t number) {
  const TypeEntry& entry = type(number);
  if (entry.kind != TypeEntry::Kind::value)
    file_.fail(file_.offset_of(bytecode_.types[number].bytes),
               "found a type that no value has, expected a tensor, token, tuple, future or buffer");
  return entry.value;
}

const ir::Attribute& EntryReader::attribute(uint32_t number) {
  if (attributes_.states[number] != State::read) {
    const Visit visit(*this, attributes_.states[number], attributes_.weights[number],
                      bytecode_.attributes[number].bytes);
    attributes_.values[number] = read_attribute(number);
  }
  return attributes_.values[number];
}

const ir::Attributes& EntryReader::dictionary(uint32_t number) {
  const auto* found = attribute(number).get<ir::DictionaryAttribute>();
  if (!found)
    file_.fail(file_.offset_of(bytecode_.attributes[number].bytes),
               "found another attribute, expected a dictionary");
  return found->fields;
}

const EntryReader::LocationEntry& EntryReader::location(uint32_t number) {
  if (locations_.states[number] != State::read) {
    size_t unused = 0;
    const Visit visit(*this, locations_.states[number], unused, bytecode_.attributes[number].bytes);
    locations_.values[number] = read_location(number);
  }
  return locations_.values[number];
}

void EntryReader::locate(uint32_t number, ir::Location& place) {
  const LocationEntry& found = location(number);
  place.name = found.name;
  place.text = found.text;
}

std::string_view EntryReader::string(Cursor& cursor) const {
  return bytecode_.strings[cursor.index(bytecode_.strings.size(), "string")];
}

uint32_t EntryReader::attribute_number(Cursor& cursor) const {
  return cursor.index(bytecode_.attributes.size(), "attribute");
}

uint32_t EntryReader::type_number(Cursor& cursor) const {
  return cursor.index(bytecode_.types.size(), "type");
}

/// A string in an attribute that the next number names.
std::string EntryReader::string_attribute(Cursor& cursor) {
  const uint32_t number = attribute_number(cursor);
  const auto* text = attribute(number).get<std::string>();
  if (!text) cursor.fail("found another attribute, expected a string");
  return *text;
}

}  // namespace tutti::portable
