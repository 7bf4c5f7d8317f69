// SPDX-License-Identifier: Apache-2.0
// The printer of modules. print.cpp prints operations by their assembly, print_syntax.cpp those
// that have a syntax of their own.
#pragma once

#include <set>

#include "ir/assembly.h"
#include "ir/print.h"

namespace tutti::ir {

class Printer {
 public:
  explicit Printer(const PrintOptions& options) : options_(options) {}
  std::string module(const Module& module);

 private:
  using Names = std::set<std::string, std::less<>>;

  void function(const Function& function);
  void body(const Block& block, size_t indent);
  void braces(const Block& block, size_t indent);
  std::string name_argument(Value value);
  /// "%arg0: tensor<f32> loc("x")".
  std::string argument(Value value);
  /// " loc(...)", or "" if there is none or PrintOptions::locations is false.
  std::string location_text(const std::shared_ptr<const std::string>& text) const;
  const std::string& name(Value value) const { return names_.at(value); }
  std::string operand_names(const Operation& op) const;
  void name_results(const Operation& op);
  void operation(const Operation& op, size_t indent);
  void generic(const Operation& op, size_t indent);
  void pretty(const Operation& op, const Assembly& assembly, size_t indent);
  void types(const Operation& op, TypeStyle style);
  /// Prints the attributes whose names are not in `said`.
  void rest_of_attributes(const Operation& op, const Names& said);

  /// Prints a syntax of the op's own, and adds to `said` the attributes that this covers.
  void syntax(const Operation& op, std::string_view syntax, size_t indent, Names& said);
  void convolution(const Operation& op, Names& said);
  void dot_numbers(const Operation& op);
  void reduction(const Operation& op, size_t indent);
  void loop(const Operation& op, size_t indent);
  void manual_computation(const Operation& op, size_t indent, Names& said);

  const PrintOptions& options_;
  std::string text_;
  std::unordered_map<const ValueData*, std::string> names_;
  size_t next_value_ = 0, next_argument_ = 0;
};

/// Whether the pretty form says everything about this operation: a compact reduction may not.
bool pretty_fits(const Operation& op, const Assembly& assembly);
/// "(tensor<f32>, tensor<f32>) -> tensor<f32>".
std::string functional(const Operation& op);
/// The text inside the frame of an attribute of Shardy's; empty if it has another frame.
std::optional<std::string_view> framed(const Operation& op, std::string_view name,
                                       const Frame& frame);
/// "#sdy.sharding" for an attribute of the kind "opaque.sdy.sharding".
std::string opaque_name(const AssemblyPiece& piece);

}  // namespace tutti::ir
