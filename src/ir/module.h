// SPDX-License-Identifier: Apache-2.0
// A program: a module has functions, a function has operations in SSA form. The structure is
// MLIR's, the semantics are StableHLO's.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "ir/attribute.h"

namespace tutti::ir {

struct OpDef;
class Operation;
struct Block;

/// Where an operation comes from: a place in a text, and the part of the model that it belongs to.
struct Location {
  std::shared_ptr<const std::string> file;  // null for programs built in memory
  int line = 0;
  int column = 0;
  std::shared_ptr<const std::string> name;  // "encoder.layer.3.attention", or of a text's loc(...)
  std::shared_ptr<const std::string> text;  // inside loc(...), with aliases; null if there was none
  std::string str() const;
};

/// A value: a result of an operation, or an argument of a block.
struct ValueData {
  Type type;
  Operation* owner = nullptr;  // null for a block argument
  Block* block = nullptr;      // the block of an argument
  size_t index = 0;
  std::shared_ptr<const std::string> location = nullptr;  // Location::text of an argument
};
using Value = ValueData*;

struct Block {
  std::vector<std::unique_ptr<ValueData>> arguments;
  std::vector<std::unique_ptr<Operation>> operations;
  Operation* parent = nullptr;  // the operation whose region this is; null for a function's body

  Value add_argument(Type type);
  /// The last operation, which ends the block. An empty block is an InternalError.
  const Operation& terminator() const;
  /// The number of all operations, including those in regions.
  int64_t operation_count() const;
};

class Operation {
 public:
  Operation(const OpDef& def, std::vector<Value> operands, Attributes attributes);

  const OpDef& def() const { return *def_; }
  std::string_view name() const;
  size_t operand_count() const { return operands.size(); }
  size_t result_count() const { return result_count_; }
  Value operand(size_t index) const { return operands[index]; }
  Value result(size_t index = 0) const { return &results_[index]; }
  const Type& operand_type(size_t index) const { return operands[index]->type; }
  const Type& result_type(size_t index = 0) const { return results_[index].type; }
  std::vector<Type> operand_types() const;
  std::vector<Type> result_types() const;
  std::vector<Value> results() const;
  void set_result_types(const std::vector<Type>& types);
  /// Drops the results from `count` on, which nothing may use.
  void drop_results_from(size_t count);

  /// The value of an attribute of that kind. An absent one gives the fallback; without a fallback
  /// that is a UserError at this operation, and so is an attribute of another kind.
  const Attribute& attribute(std::string_view name) const;
  int64_t int_attribute(std::string_view name) const;
  int64_t int_attribute(std::string_view name, int64_t fallback) const;
  double float_attribute(std::string_view name) const;
  double float_attribute(std::string_view name, double fallback) const;
  bool bool_attribute(std::string_view name) const;
  bool bool_attribute(std::string_view name, bool fallback) const;
  /// From `array<i64: ...>`, or from the older `dense<...> : tensor<Nxi64>`.
  std::vector<int64_t> ints_attribute(std::string_view name) const;
  std::vector<int64_t> ints_attribute(std::string_view name, std::vector<int64_t> fallback) const;
  std::string enum_attribute(std::string_view name) const;
  std::string enum_attribute(std::string_view name, std::string_view fallback) const;
  std::string string_attribute(std::string_view name) const;
  const RecordAttribute& record_attribute(std::string_view name) const;

  /// Adds a region and returns its block.
  Block& add_region();

  std::vector<Value> operands;
  Attributes attributes;
  std::vector<std::unique_ptr<Block>> regions;
  Location location;

 private:
  const OpDef* def_;
  std::unique_ptr<ValueData[]> results_;  // never moved: values point to them
  size_t result_count_ = 0;
};

/// The integers in a list field of a record; empty if the field is absent.
std::vector<int64_t> record_ints(const RecordAttribute& record, std::string_view field);
int64_t record_int(const RecordAttribute& record, std::string_view field, int64_t fallback = 0);

/// Throws a UserError that begins with the operation's place and name: "file:line:column: op: ".
[[noreturn]] void operation_error(const Operation& op, const std::string& message);

/// Checks a constraint of the specification, which has a label ("dot_general_c5"). A violation is a
/// UserError at the operation that names the label.
template <typename... Args>
void constraint(const Operation& op, bool holds, std::string_view label,
                fmt::format_string<Args...> format, Args&&... args) {
  if (!holds)
    operation_error(
        op, fmt::format("{} [{}]", fmt::format(format, std::forward<Args>(args)...), label));
}

struct Function {
  std::string name;
  bool is_private = false;
  Block body;
  Attributes attributes;
  std::vector<Attributes> argument_attributes;  // as many as arguments
  std::vector<Type> result_types;
  std::vector<Attributes> result_attributes;  // as many as results
  Location location;

  Value add_argument(Type type, Attributes given = {});
  size_t argument_count() const { return body.arguments.size(); }
  Value argument(size_t index) const { return body.arguments[index].get(); }
};

/// How shardings name devices: sdy.mesh @mesh = <["x"=2]> {attributes}. Kept, and without a meaning
/// by itself.
struct Mesh {
  std::string name;
  std::string axes;  // the text in <>
  Attributes attributes;
  Location location;
};

struct Module {
  std::string name;
  Attributes attributes;
  std::vector<Mesh> meshes;
  std::vector<std::unique_ptr<Function>> functions;
  Location location;
  std::vector<std::pair<std::string, std::string>> location_aliases;  // #NAME = loc(TEXT)

  Function* find(std::string_view function) const;
  /// If there is no such function, throws a UserError that names the ones that exist.
  Function& get(std::string_view function) const;
  Function& add_function(std::string function);
};

/// From old values to new ones. The functions below that copy operations read it and add to it.
using ValueMap = std::unordered_map<const ValueData*, Value>;
/// The new values of old ones. A value that is not in the map stays as it is.
std::vector<Value> mapped(const std::vector<Value>& values, const ValueMap& map);

/// A copy of `op` with mapped operands. Its results are added to the map.
std::unique_ptr<Operation> clone(const Operation& op, ValueMap& map);
/// Appends copies of all operations of `from` to `to`.
void clone_into(const Block& from, Block& to, ValueMap& map);
/// The same without the terminator; returns the new values of its operands.
std::vector<Value> clone_body(const Block& from, Block& to, ValueMap& map);
/// A copy of a function without its body. The arguments are added to the map.
std::unique_ptr<Function> declaration_of(const Function& function, ValueMap& map);
std::unique_ptr<Function> clone(const Function& function);
/// A copy of a module without its functions.
Module head_of(const Module& module);
Module clone(const Module& module);

}  // namespace tutti::ir
