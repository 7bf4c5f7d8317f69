// SPDX-License-Identifier: Apache-2.0
// Sections and tables. Sections are found first and read then, because tables refer to strings,
// which come late in a file.
#include "format/mlir_bytecode.h"

#include <array>
#include <optional>

namespace tutti::format {
namespace {

enum Section : uint8_t {
  kStrings,
  kDialects,
  kEntries,
  kEntryOffsets,
  kOperations,
  kResources,
  kResourceOffsets,
  kDialectVersion,
  kProperties,
  kSections
};
constexpr std::array<std::string_view, kSections> kSectionNames = {
    "strings",   "dialects",         "attributes and types", "offsets",   "operations",
    "resources", "resource offsets", "a dialect's version",  "properties"};

using Sections = std::array<std::optional<std::string_view>, kSections>;

Sections find_sections(BytecodeCursor& cursor) {
  Sections sections;
  while (!cursor.at_end()) {
    const size_t start = cursor.offset();
    const uint8_t head = cursor.byte();
    const size_t id = head & 0x7F;
    const uint64_t length = cursor.varint();
    if ((head & 0x80) != 0) cursor.alignment();
    if (id >= kSections || id == kDialectVersion)
      cursor.file().fail(start, "found section {}, expected one of 0 to 6, or 8", id);
    if (sections[id]) cursor.file().fail(start, "section {} is there twice", id);
    sections[id] = cursor.bytes(length);
  }
  return sections;
}

class Tables {
 public:
  Tables(const BytecodeFile& file, const Sections& sections, MlirBytecode& bytecode)
      : file_(file), sections_(sections), bytecode_(bytecode) {}

  void read() {
    read_strings();
    read_dialects();
    read_entries();
    if (bytecode_.version >= 5 && sections_[kProperties]) read_properties();
  }

  std::string_view section(Section id) const {
    if (!sections_[id])
      file_.fail(file_.bytes.size(), "section {} ({}) is missing", static_cast<int>(id),
                 kSectionNames[id]);
    return *sections_[id];
  }

 private:
  /// Sizes are in reverse order, and count a zero byte each.
  void read_strings() {
    BytecodeCursor cursor(file_, section(kStrings));
    const size_t count = cursor.count("strings");
    std::vector<uint64_t> sizes(count);
    for (size_t i = count; i-- > 0;) {
      sizes[i] = cursor.varint();
      if (sizes[i] == 0) cursor.fail("found a string of 0 bytes, expected its zero byte");
    }
    bytecode_.strings.reserve(count);
    for (const uint64_t size : sizes) {
      const std::string_view string = cursor.bytes(size);
      if (string.back() != '\0')
        file_.fail(file_.offset_of(string), "a string does not end in a zero byte");
      bytecode_.strings.push_back(string.substr(0, size - 1));
    }
    cursor.expect_end("the table of strings");
  }

  std::string_view string(BytecodeCursor& cursor, uint64_t index) const {
    return bytecode_.strings[cursor.checked_index(index, bytecode_.strings.size(), "string")];
  }

  void read_dialects() {
    BytecodeCursor cursor(file_, section(kDialects));
    const size_t count = cursor.count("dialects");
    for (size_t i = 0; i < count; i++) {
      if (bytecode_.version == 0) {
        bytecode_.dialects.push_back(string(cursor, cursor.varint()));
        continue;
      }
      const auto [name, versioned] = cursor.flagged();
      bytecode_.dialects.push_back(string(cursor, name));
      if (versioned) skip_version(cursor);
    }
    if (bytecode_.version >= 4) cursor.count("names of operations");
    while (!cursor.at_end()) {
      const uint32_t dialect = cursor.index(count, "dialect");
      const size_t names = cursor.count("names of operations");
      for (size_t i = 0; i < names; i++) {
        const uint64_t name = bytecode_.version >= 5 ? cursor.flagged().first : cursor.varint();
        bytecode_.names.push_back({dialect, string(cursor, name)});
      }
    }
  }

  static void skip_version(BytecodeCursor& cursor) {
    const uint8_t head = cursor.byte();
    if ((head & 0x7F) != kDialectVersion)
      cursor.fail("found section {}, expected a dialect's version (7)", head & 0x7F);
    const uint64_t length = cursor.varint();
    if ((head & 0x80) != 0) cursor.alignment();
    cursor.bytes(length);
  }

  void read_entries() {
    BytecodeCursor cursor(file_, section(kEntryOffsets));
    BytecodeCursor content(file_, section(kEntries));
    const size_t attributes = cursor.count("attributes");
    const size_t types = cursor.count("types");
    read_group(cursor, content, attributes, bytecode_.attributes);
    read_group(cursor, content, types, bytecode_.types);
    cursor.expect_end("the list of offsets");
    content.expect_end("the section of attributes and types");
  }

  void read_group(BytecodeCursor& cursor, BytecodeCursor& content, size_t count,
                  std::vector<BytecodeEntry>& entries) const {
    entries.reserve(count);
    while (entries.size() < count) {
      const uint32_t dialect = cursor.index(bytecode_.dialects.size(), "dialect");
      const size_t members = cursor.count("entries");
      if (members > count - entries.size())
        cursor.fail("found {} entries of a dialect, expected at most {}", members,
                    count - entries.size());
      for (size_t i = 0; i < members; i++) {
        const auto [size, custom] = cursor.flagged();
        entries.push_back({dialect, custom, content.bytes(size)});
      }
    }
  }

  void read_properties() {
    BytecodeCursor cursor(file_, section(kProperties));
    const size_t count = cursor.count("properties");
    bytecode_.properties.reserve(count);
    for (size_t i = 0; i < count; i++)
      bytecode_.properties.push_back(cursor.bytes(cursor.varint()));
    cursor.expect_end("the section of properties");
  }

  const BytecodeFile& file_;
  const Sections& sections_;
  MlirBytecode& bytecode_;
};

}  // namespace

MlirBytecode read_mlir_bytecode(const BytecodeFile& file) {
  BytecodeCursor cursor(file, file.bytes);
  if (!file.bytes.starts_with(kBytecodeMagic)) cursor.fail("expected the bytes 4D 4C EF 52");
  cursor.bytes(kBytecodeMagic.size());
  MlirBytecode bytecode;
  bytecode.version = cursor.varint();
  if (bytecode.version > kNewestBytecode)
    cursor.fail("found MLIR bytecode of version {}, expected 0 to {}", bytecode.version,
                kNewestBytecode);
  bytecode.producer = cursor.text();
  const Sections sections = find_sections(cursor);
  Tables tables(file, sections, bytecode);
  tables.read();
  read_bytecode_operations(file, tables.section(kOperations), bytecode);
  return bytecode;
}

}  // namespace tutti::format
