// SPDX-License-Identifier: Apache-2.0
// Locations: what loc(...) says in program text, and one name of it. Locations inside others are
// aliases.
#include "ir/print_attribute.h"
#include "portable/entry_reader.h"

namespace tutti::portable {
namespace {

enum LocationCode : uint64_t {
  kCallSite = 10,
  kFileLine = 11,
  kFused = 12,
  kFusedWithMetadata = 13,
  kNamed = 14,
  kUnknownPlace = 15,
  kFileRange = 22
};

constexpr std::string_view kUnknownText = "unknown";

}  // namespace

EntryReader::LocationEntry EntryReader::read_fused(Cursor& cursor, bool has_metadata) {
  const size_t count = cursor.count("locations");
  std::string text = "fused[";
  std::shared_ptr<const std::string> name;
  for (size_t i = 0; i < count; i++) {
    const uint32_t inner = attribute_number(cursor);
    if (i == 0) name = location(inner).name;
    text += (i ? ", " : "") + alias_of(inner);
  }
  if (has_metadata) attribute(attribute_number(cursor));
  charge(text.size());
  return {name, std::make_shared<std::string>(text + "]")};
}

/// What stands for a location inside another one.
std::string EntryReader::alias_of(uint32_t number) {
  const LocationEntry& entry = location(number);
  if (*entry.text == kUnknownText) return *entry.text;
  if (!locations_.weights[number]++) aliased_.push_back(number);
  return fmt::format("#loc{}", number);
}

std::vector<std::pair<std::string, std::string>> EntryReader::location_aliases() const {
  std::vector<std::pair<std::string, std::string>> aliases;
  for (const uint32_t number : aliased_)
    aliases.emplace_back(fmt::format("loc{}", number), *locations_.values[number].text);
  return aliases;
}

EntryReader::LocationEntry EntryReader::read_location(uint32_t number) {
  const format::BytecodeEntry& found = bytecode_.attributes[number];
  Cursor cursor(file_, found.bytes);
  if (!found.custom || dialect(found) != "builtin")
    cursor.fail("found another attribute, expected a location");
  const uint64_t code = cursor.varint();
  LocationEntry entry;
  const auto set = [&](std::string name, std::string text) {
    charge(name.size() + text.size());
    entry.name = std::make_shared<std::string>(std::move(name));
    entry.text = std::make_shared<std::string>(std::move(text));
  };
  if (code == kCallSite) {
    const uint32_t callee = attribute_number(cursor), caller = attribute_number(cursor);
    const std::string called = alias_of(callee);
    set("", fmt::format("callsite({} at {})", called, alias_of(caller)));
    entry.name = location(callee).name;
  } else if (code == kFileLine) {
    const std::string file = string_attribute(cursor);
    const uint64_t line = cursor.varint();
    const std::string place = fmt::format(":{}:{}", line, cursor.varint());
    set(file + place, ir::quoted(file) + place);
  } else if (code == kFused || code == kFusedWithMetadata) {
    entry = read_fused(cursor, code == kFusedWithMetadata);
  } else if (code == kNamed) {
    std::string name = string_attribute(cursor);
    const std::string child = alias_of(attribute_number(cursor));
    std::string text = ir::quoted(name) + (child == kUnknownText ? "" : "(" + child + ")");
    set(std::move(name), std::move(text));
  } else if (code == kUnknownPlace) {
    set("", std::string(kUnknownText));
  } else if (code == kFileRange) {
    const std::string file = string_attribute(cursor);
    std::vector<uint64_t> at(cursor.count("places"));
    for (uint64_t& value : at) value = cursor.varint();
    std::string start, end;
    for (size_t i = 0; i < std::min<size_t>(at.size(), 2); i++) start += fmt::format(":{}", at[i]);
    if (at.size() == 3) end = fmt::format(" to :{}", at[2]);
    if (at.size() == 4) end = fmt::format(" to {}:{}", at[2], at[3]);
    charge(at.size() * sizeof(uint64_t));
    set(file + start, ir::quoted(file) + start + end);
  } else {
    cursor.fail("found an attribute of code {} of the dialect builtin, expected a location", code);
  }
  cursor.expect_end("a location");
  return entry;
}

}  // namespace tutti::portable
