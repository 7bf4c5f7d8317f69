// SPDX-License-Identifier: Apache-2.0
// MLIR bytecode: the container that all dialects share, of versions 0 to 6. It knows no dialect:
// what an attribute, a type or an operation's properties are is for others to read.
//
// Files come from anyone: what is cut off, counts that the bytes cannot hold, numbers outside a
// table, sections that are missing or there twice, and regions that are nested deeper than 100 are
// UserErrors with the offset in the file. Sections of resources are not read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/bytecode_cursor.h"

namespace tutti::format {

inline constexpr std::string_view kBytecodeMagic = "ML\xEFR";
inline constexpr uint64_t kNewestBytecode = 6;
/// Where a number of an attribute or of a table's entry stands: there is none.
inline constexpr uint32_t kNoBytecode = ~uint32_t{0};

/// An attribute or a type, which are referred to by their place in a list.
struct BytecodeEntry {
  uint32_t dialect = 0;  // in MlirBytecode::dialects
  bool custom = false;   // in an encoding of the dialect's own; otherwise assembly text
  std::string_view bytes;
};

struct BytecodeName {
  uint32_t dialect = 0;
  std::string_view name;  // "add_v1", without the dialect
};

struct BytecodeBlock;
using BytecodeRegion = std::vector<BytecodeBlock>;

/// Values have numbers, each its own in the whole file.
struct BytecodeOp {
  size_t offset = 0;  // in the file
  uint32_t name = 0;
  uint32_t location = 0;  // the number of an attribute
  uint32_t attributes = kNoBytecode;
  uint32_t properties = kNoBytecode;
  uint32_t first_result = 0;  // the number of its first result; the others follow
  bool isolated = false;      // its regions see no value from outside
  std::vector<uint32_t> result_types;
  std::vector<uint32_t> operands;
  std::vector<BytecodeRegion> regions;
};

struct BytecodeBlock {
  uint32_t first_argument = 0;
  std::vector<uint32_t> argument_types, argument_locations;
  std::vector<BytecodeOp> operations;
};

/// Views into the bytes that it was read from.
struct MlirBytecode {
  uint64_t version = kNewestBytecode;
  std::string_view producer;
  std::vector<std::string_view> strings, dialects;
  std::vector<BytecodeName> names;
  std::vector<BytecodeEntry> attributes, types;
  std::vector<std::string_view> properties;
  BytecodeBlock body;
  size_t value_count = 0;
};

/// Reads a whole file. The views of what is returned are into file.bytes.
MlirBytecode read_mlir_bytecode(const BytecodeFile& file);

/// Reads the operations of section 4, whose tables are read already.
void read_bytecode_operations(const BytecodeFile& file, std::string_view section,
                              MlirBytecode& bytecode);

/// The file's bytes, in the newest version, without resources and orders of uses.
std::string write_mlir_bytecode(const MlirBytecode& bytecode);

}  // namespace tutti::format
