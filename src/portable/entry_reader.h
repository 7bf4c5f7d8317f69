// SPDX-License-Identifier: Apache-2.0
// Reads attributes, types and locations of bytecode, of the dialects vhlo, builtin and sdy: each
// once, when it is first asked for. Entries that refer to themselves, or that are nested deeper
// than 100, and those that together would be far larger than the file are refused. An attribute of
// another dialect in an encoding of its own is kept as #DIALECT.bytecode<"hexadecimal">, whose
// meaning only that dialect knows.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "format/mlir_bytecode.h"
#include "ir/attribute.h"
#include "ir/module.h"

namespace tutti::portable {

/// A type of bytecode: that of a value, of a value's elements, of a function, or none.
struct TypeEntry {
  enum class Kind { value, element, function, none };
  Kind kind = Kind::none;
  ir::Type value;  // of a quantized element: a scalar with its scales
  ir::ElementType element = ir::ElementType::f32;
  std::vector<ir::Type> arguments, results;
};

class EntryReader {
 public:
  using Pairs = std::vector<std::pair<std::string, uint32_t>>;

  EntryReader(const format::BytecodeFile& file, const format::MlirBytecode& bytecode);

  const TypeEntry& type(uint32_t number);
  /// The type of a value. One of another kind is an error.
  const ir::Type& value_type(uint32_t number);
  const ir::Attribute& attribute(uint32_t number);
  /// The type in an attribute that holds one.
  const TypeEntry& type_attribute(uint32_t number);
  /// The pairs of a dictionary of vhlo or builtin.
  const ir::Attributes& dictionary(uint32_t number);
  /// The names in a dictionary, and the numbers of the attributes that have them.
  Pairs dictionary_numbers(uint32_t number);
  /// Sets what a location says, if it says anything.
  void locate(uint32_t number, ir::Location& location);
  /// "loc3" and what it stands for, of the locations that others refer to.
  std::vector<std::pair<std::string, std::string>> location_aliases() const;
  /// Counts a copy of an attribute towards the largest size of all.
  void count_copy(uint32_t number);

 private:
  using Cursor = format::BytecodeCursor;
  struct LocationEntry {
    std::shared_ptr<const std::string> name, text;
  };

  /// Guards the reading of one entry.
  class Visit;

  void read_type(uint32_t number, TypeEntry& entry);
  void read_vhlo_type(Cursor& cursor, TypeEntry& entry);
  void read_shaped_type(Cursor& cursor, uint64_t code, TypeEntry& entry);
  void read_builtin_type(Cursor& cursor, TypeEntry& entry);
  void read_quantized(Cursor& cursor, TypeEntry& entry, bool by_axis);
  void read_function(Cursor& cursor, TypeEntry& entry);
  void read_complex(Cursor& cursor, TypeEntry& entry);
  void set_shaped(const Cursor& cursor, TypeEntry& entry, ir::Type::Kind kind, ir::Shape shape,
                  uint32_t element);
  void set_checked(const Cursor& cursor, TypeEntry& entry, ir::Type type);
  void set_element(TypeEntry& entry, ir::ElementType element);
  std::vector<ir::Type> value_types(Cursor& cursor);
  ir::Shape bounds_of(const Cursor& cursor, uint32_t number);

  ir::Attribute read_attribute(uint32_t number);
  ir::Attribute read_vhlo_attribute(Cursor& cursor);
  ir::Attribute read_builtin_attribute(Cursor& cursor);
  ir::Attribute read_word(Cursor& cursor, uint64_t code);
  ir::Attribute read_list(Cursor& cursor);
  ir::Attribute read_dictionary(Cursor& cursor);
  Pairs read_pairs(Cursor& cursor);
  ir::Attribute read_number(Cursor& cursor);
  ir::Attribute read_tensor(Cursor& cursor);
  ir::Attribute read_array(Cursor& cursor);
  ir::Attribute read_accuracy(Cursor& cursor);
  ir::Attribute read_alias(Cursor& cursor);
  ir::Attribute read_type_value(Cursor& cursor);
  ir::Attribute foreign_attribute(const format::BytecodeEntry& entry);

  std::string read_sharding(Cursor& cursor);
  std::string dimension_sharding(Cursor& cursor);
  std::string tensor_sharding(Cursor& cursor);
  std::string sharding_mesh(Cursor& cursor);
  std::string sharding_rule(Cursor& cursor);
  std::string sharding_list(Cursor& cursor, std::string_view separator);
  std::string sharding_text(uint32_t number);

  const LocationEntry& location(uint32_t number);
  LocationEntry read_location(uint32_t number);
  std::string alias_of(uint32_t number);
  LocationEntry read_fused(Cursor& cursor, bool has_metadata);

  std::string_view string(Cursor& cursor) const;
  uint32_t attribute_number(Cursor& cursor) const;
  uint32_t type_number(Cursor& cursor) const;
  std::string string_attribute(Cursor& cursor);
  std::string_view dialect(const format::BytecodeEntry& entry) const {
    return bytecode_.dialects[entry.dialect];
  }
  void charge(size_t bytes);

  static constexpr std::string_view kSharding = "#sdy.sharding";

  enum class State : uint8_t { unread, open, read };
  template <typename T>
  struct Table {
    std::vector<State> states;
    std::vector<T> values;
    std::vector<size_t> weights;  // bytes of memory, about
  };

  const format::BytecodeFile& file_;
  const format::MlirBytecode& bytecode_;
  Table<TypeEntry> types_;
  Table<ir::Attribute> attributes_;
  Table<LocationEntry> locations_;  // its weights are not sizes: above 0 where it has an alias
  std::vector<uint32_t> aliased_;
  int depth_ = 0;
  size_t charged_ = 0, most_ = 0;
  size_t weight_ = 0;  // of the entry that is being read
};

}  // namespace tutti::portable
