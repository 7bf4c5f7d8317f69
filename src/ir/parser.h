// SPDX-License-Identifier: Apache-2.0
// The parser, which is split over several files: parse_attribute.cpp (attributes and types),
// parse_operation.cpp (operations by their assembly), parse_syntax.cpp (syntaxes of their own),
// parse_module.cpp and parse_generic.cpp (functions and modules), parse_location.cpp,
// parse_resource.cpp.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ir/assembly.h"
#include "ir/lexer.h"
#include "ir/op_def.h"
#include "ir/scoped_table.h"

namespace tutti::ir {

/// The results of an operation by their common name, or the argument of a block.
struct NamedValue {
  using Key = std::string_view;  // of the text that is read
  Key name;
  Value value = nullptr;  // the first of `count` results
  size_t count = 1;

  Key key() const { return name; }
  Value at(size_t index) const {
    return index ? value->owner->result(value->index + index) : value;
  }
};

class Parser {
 public:
  Parser(std::string_view text, const std::string& file, const Catalogue& catalogue)
      : lexer_(text, file), catalogue_(catalogue) {}

  Module parse();

 private:
  // Types and attributes.
  struct Alias {
    Attribute value;
    size_t depth, count;  // of nested lists; of attributes in total
  };
  bool at_type() const;
  const Type& parse_type();
  std::vector<Type> parse_type_list();                  // (T, U)
  void parse_result_types(std::vector<Type>& results);  // T or (T, U)
  Attribute parse_attribute();
  Attribute parse_hash_attribute();
  const Attribute& value_of(const Alias& alias);
  Attribute parse_number_attribute();
  Attribute parse_float_attribute();
  ElementType parse_element_type();
  Attribute number_attribute(const Token& token, ElementType type) const;
  Attribute parse_array_attribute();
  Attribute parse_dense();
  RecordAttribute parse_record(std::string_view name);
  Attributes parse_dictionary();  // {a = 1, b}
  std::vector<int64_t> parse_int_list();
  int64_t parse_int();
  int64_t int_of(const Token& token, ElementType type = ElementType::i64) const;
  double float_of(const Token& token, ElementType type) const;  // 1.5, 0x7F800000
  void parse_alias();
  void parse_aliases();
  Attribute parse_resource();
  void read_resources();

  // Locations.
  std::string_view parse_location_text();  // the text between the brackets of loc(...)
  /// If there is a loc(...), sets its text and a name, which resolve_locations() fills later.
  void parse_optional_location(Location& location);
  std::shared_ptr<const std::string> parse_argument_location();
  std::string location_name(std::string_view text, int depth = 0) const;
  void resolve_locations();

  // Operations.
  struct Draft {  // an operation being read
    const OpDef* def = nullptr;
    bool is_foreign = false;                                 // named as in another dialect
    std::vector<std::pair<std::string_view, size_t>> names;  // and how many results each binds
    std::vector<Value> operands;
    Attributes attributes;
    std::vector<Type> results;
    std::vector<std::unique_ptr<Block>> regions;
    Location location;
  };
  Draft& empty_draft();
  void parse_block_body(Block& block);
  void parse_operation(Block& block);
  void parse_result_names(Draft& draft);
  void parse_generic(Draft& draft);
  void parse_pretty(Draft& draft);
  void parse_piece(Draft& draft, const AssemblyPiece& piece);
  void parse_literal(const AssemblyPiece& piece);
  void parse_more_attributes(Draft& draft);  // an optional {a = 1}
  OpaqueAttribute parse_opaque(std::string_view name);
  void parse_types(Draft& draft, TypeStyle style);
  void parse_syntax(Draft& draft, std::string_view syntax);
  void parse_constant(Draft& draft);
  void parse_slice_ranges(Draft& draft);
  void parse_dot_numbers(Draft& draft);
  void parse_precision(Draft& draft);
  void parse_reducer(Block& block, size_t count);
  void parse_reduction(Draft& draft);
  void parse_loop(Draft& draft);
  void parse_scan(Draft& draft);
  void parse_manual_computation(Draft& draft);
  void parse_convolution(Draft& draft);
  Attribute parse_convolution_numbers();
  Attribute window_property(const ListAttribute& list, bool pairs, size_t offset) const;
  Value parse_operand();
  size_t parse_operands(Draft& draft);           // (%a, %b); returns how many
  void parse_operand_types(const Draft& draft);  // (T, U), which must be the operands' types
  void check_operand_type(const Draft& draft, size_t index, const Type& type) const;
  void check_operand_count(const Draft& draft, size_t count) const;
  std::unique_ptr<Block> parse_region();
  void parse_block_arguments(Block& block);
  void define(std::string_view name, Value value, size_t count = 1);
  const OpDef& op_named(const Token& token);

  // Functions and modules.
  void parse_function(Module& module);
  void parse_mesh(Module& module);
  /// Adds a mesh, whose name no other mesh of the module may have. `offset` is the name's place.
  Mesh& add_mesh(Module& module, std::string name, size_t offset);
  void parse_generic_module(Module& module);
  void parse_generic_function(Module& module);
  void parse_generic_mesh(Module& module);
  void parse_no_types(Location& location);
  void parse_generic_head();
  void parse_generic_end(Attributes& attributes, Location& location);
  void parse_module_text(Module& module);
  /// Returns whether the arguments have no names, as those of a declaration.
  bool parse_arguments(Function& function);
  void parse_results(Function& function);

  /// Forgets at its end the names that were defined during its lifetime.
  class NameScope {
   public:
    explicit NameScope(Parser& parser) : names_(parser.names_), before_(names_.size()) {}
    ~NameScope() { names_.shrink(before_); }
    NameScope(const NameScope&) = delete;
    NameScope& operator=(const NameScope&) = delete;

   private:
    ScopedTable<NamedValue>& names_;
    size_t before_;
  };

  Lexer lexer_;
  const Catalogue& catalogue_;
  ScopedTable<NamedValue> names_;
  std::unordered_map<std::string_view, Alias> aliases_;
  size_t attributes_of_aliases_ = 0;                  // in all uses of aliases
  std::unordered_map<std::string_view, Type> types_;  // by text
  std::unordered_map<std::string_view, std::string_view> location_aliases_;
  std::vector<std::string_view> location_order_;  // the aliases' names in the text's order
  struct GivenLocation {
    std::shared_ptr<std::string> name;
    std::shared_ptr<const std::string> text;
  };
  std::unordered_map<std::string_view, GivenLocation> locations_;     // by text
  std::unordered_map<std::string_view, std::string_view> resources_;  // hexadecimal, by key
  bool has_resources_ = false;                                        // whether they were read
  std::unordered_map<const OpDef*, Assembly> assemblies_;
  std::unordered_set<std::string> functions_;
  size_t depth_ = 0;
  std::deque<Draft> drafts_;  // by depth, so that the next operation there reuses their memory
  bool comma_taken_ = false;  // a list of operands took the comma of the literal after it
};

}  // namespace tutti::ir
