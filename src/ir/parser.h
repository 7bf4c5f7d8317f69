// SPDX-License-Identifier: Apache-2.0
// The parser's inside, shared by its files: parse_attribute.cpp (attributes and types),
// parse_operation.cpp (operations by their assembly), parse_module.cpp (functions and modules).
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "ir/assembly.h"
#include "ir/lexer.h"
#include "ir/op_def.h"

namespace tutti::ir {

class Parser {
 public:
  Parser(std::string_view text, const std::string& file, const Catalogue& catalogue)
      : lexer_(text, file), catalogue_(catalogue) {}

  Module parse();

 private:
  // Types and attributes.
  Type parse_type();
  std::vector<Type> parse_type_list();     // (T, U)
  std::vector<Type> parse_result_types();  // T or (T, U)
  Attribute parse_attribute();
  Attribute parse_hash_attribute();
  Attribute parse_number_attribute();
  Attribute parse_array_attribute();
  Attribute parse_dense();
  Attributes parse_record_fields();
  Attributes parse_dictionary();  // {a = 1, b}
  std::vector<int64_t> parse_int_list();
  int64_t parse_int();
  int64_t int_of(const Token& token) const;
  double double_of(const Token& token) const;
  std::shared_ptr<const std::string> parse_optional_location();
  void parse_alias();

  // Operations.
  struct Draft {  // an operation being read
    const OpDef* def = nullptr;
    std::vector<Value> operands;
    Attributes attributes;
    std::vector<Type> results;
    std::vector<std::unique_ptr<Block>> regions;
    Location location;
  };
  using Names =
      std::vector<std::pair<std::string, size_t>>;  // result names and how many each binds
  void parse_block_body(Block& block);
  void parse_operation(Block& block);
  Names parse_result_names();
  void parse_generic(Draft& draft);
  void parse_pretty(Draft& draft);
  void parse_piece(Draft& draft, const AssemblyPiece& piece);
  void parse_literal(std::string_view literal);
  void parse_more_attributes(Draft& draft);  // {a = 1}, if it is there
  void parse_types(Draft& draft, TypeStyle style);
  void parse_syntax(Draft& draft, std::string_view syntax);
  void parse_slice_ranges(Draft& draft);
  void parse_dot_numbers(Draft& draft);
  void parse_precision(Draft& draft);
  void parse_reduction(Draft& draft);
  void parse_loop(Draft& draft);
  void parse_convolution(Draft& draft);
  Attribute parse_convolution_numbers();
  Attribute window_property(const ListAttribute& list, bool pairs, size_t offset) const;
  Value parse_operand();
  void check_operand_types(const Draft& draft, const std::vector<Type>& types);
  std::unique_ptr<Block> parse_region();
  void parse_block_arguments(Block& block);
  void define(const std::string& name, Value value);
  const OpDef& op_named(const Token& token);

  // Functions and modules.
  void parse_function(Module& module);
  void parse_arguments(Function& function);
  void parse_results(Function& function);

  /// Names defined while it lives are forgotten at its end.
  class NameScope {
   public:
    explicit NameScope(Parser& parser) : parser_(parser), before_(parser.names_) {}
    ~NameScope() { parser_.names_ = std::move(before_); }
    NameScope(const NameScope&) = delete;
    NameScope& operator=(const NameScope&) = delete;

   private:
    Parser& parser_;
    std::unordered_map<std::string, Value> before_;
  };

  Lexer lexer_;
  const Catalogue& catalogue_;
  std::unordered_map<std::string, Value> names_;
  std::unordered_map<std::string, Attribute> aliases_;
  std::unordered_map<std::string_view, Assembly> assemblies_;
  int depth_ = 0;
  bool comma_taken_ = false;  // by a list of operands, from the literal behind it
};

}  // namespace tutti::ir
