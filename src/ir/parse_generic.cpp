// SPDX-License-Identifier: Apache-2.0
// Modules and functions in MLIR's generic form:
//   "builtin.module"() <{sym_name = "m"}> ({ "func.func"() <{function_type = (T) -> U,
//   sym_name = "main", ...}> ({ ^bb0(%arg0: T): ... }) : () -> () }) : () -> ()
// and meshes, for which see parse_generic_mesh.
#include "base/text.h"
#include "ir/parser.h"

namespace tutti::ir {
namespace {

/// Takes a string out of the dictionary; "" where it is not there.
std::string taken_string(Attributes& fields, std::string_view name) {
  std::string text;
  const Attribute* found = fields.find(name);
  if (const auto* given = found ? found->get<std::string>() : nullptr) text = *given;
  fields.erase(name);
  return text;
}

/// Takes a list of dictionaries, one for each argument or result, out of the dictionary.
std::vector<Attributes> taken_dictionaries(Attributes& fields, std::string_view name,
                                           size_t count) {
  std::vector<Attributes> each(count);
  const Attribute* found = fields.find(name);
  if (const auto* list = found ? found->get<ListAttribute>() : nullptr)
    for (size_t i = 0; i < std::min(count, list->values.size()); i++)
      if (const auto* entry = list->values[i].get<DictionaryAttribute>()) each[i] = entry->fields;
  fields.erase(name);
  return each;
}

}  // namespace

void Parser::parse_generic_head() {
  lexer_.next();  // the name
  lexer_.expect("(");
  lexer_.expect(")");
}

/// Behind the region of a module or a function: {attributes} : () -> ()
void Parser::parse_generic_end(Attributes& attributes, Location& location) {
  lexer_.expect("}");
  lexer_.expect(")");
  if (lexer_.is("{")) {
    const Attributes more = parse_dictionary();
    for (const auto& [name, value] : more.entries()) attributes.set(name, value);
  }
  parse_no_types(location);
}

void Parser::parse_no_types(Location& location) {  // : () -> () loc(...)
  lexer_.expect(":");
  for (const std::string_view part : {"(", ")", "->", "(", ")"}) lexer_.expect(part);
  parse_optional_location(location);
}

/// "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2]>, sym_name = "mesh"}> {attributes} : () -> ()
void Parser::parse_generic_mesh(Module& module) {
  constexpr std::string_view kBefore = "#sdy.mesh<";
  parse_generic_head();
  lexer_.expect("<");
  Attributes fields = parse_dictionary();
  lexer_.expect(">");
  const Attribute* found = fields.find("mesh");
  const auto* axes = found ? found->get<OpaqueAttribute>() : nullptr;
  if (!axes || !axes->text.starts_with(kBefore)) lexer_.error("expected mesh = #sdy.mesh<...>");
  const std::string text = axes->text.substr(kBefore.size());
  Mesh& mesh = add_mesh(module, taken_string(fields, "sym_name"), lexer_.peek().offset);
  mesh.axes = text.substr(0, text.size() - 1);
  if (lexer_.is("{")) mesh.attributes = parse_dictionary();
  parse_no_types(mesh.location);
}

void Parser::parse_generic_module(Module& module) {
  parse_generic_head();
  if (lexer_.take("<")) {
    module.attributes = parse_dictionary();
    lexer_.expect(">");
  }
  lexer_.expect("(");
  lexer_.expect("{");
  if (lexer_.peek().kind == Token::Kind::block) {
    lexer_.next();
    lexer_.expect(":");
  }
  while (lexer_.peek().kind == Token::Kind::string)
    if (lexer_.peek().text == "sdy.mesh")
      parse_generic_mesh(module);
    else
      parse_generic_function(module);
  parse_generic_end(module.attributes, module.location);
  module.name = taken_string(module.attributes, "sym_name");
}

void Parser::parse_generic_function(Module& module) {
  const Token token = lexer_.peek();
  if (token.text != "func.func") lexer_.error("expected \"func.func\"");
  Function& function = *module.functions.emplace_back(std::make_unique<Function>());
  function.location = lexer_.location();
  parse_generic_head();
  std::vector<Type> arguments;
  lexer_.expect("<");
  lexer_.expect("{");
  for (bool first = true; !lexer_.take("}"); first = false) {
    if (!first) lexer_.expect(",");
    const Token name = lexer_.next();
    lexer_.expect("=");
    if (name.text == "function_type") {
      arguments = parse_type_list();
      lexer_.expect("->");
      parse_result_types(function.result_types);
    } else {
      function.attributes.set(lexer_.unescape(name), parse_attribute());
    }
  }
  lexer_.expect(">");
  lexer_.expect("(");
  lexer_.expect("{");
  NameScope scope(*this);
  if (lexer_.peek().kind == Token::Kind::block) {
    lexer_.next();
    if (lexer_.is("(")) parse_block_arguments(function.body);
    lexer_.expect(":");
  }
  parse_block_body(function.body);
  parse_generic_end(function.attributes, function.location);

  function.name = taken_string(function.attributes, "sym_name");
  function.is_private = taken_string(function.attributes, "sym_visibility") == "private";
  if (function.is_private && function.body.operations.empty()) {  // a declaration
    module.functions.pop_back();
    return;
  }
  function.argument_attributes =
      taken_dictionaries(function.attributes, "arg_attrs", function.argument_count());
  function.result_attributes =
      taken_dictionaries(function.attributes, "res_attrs", function.result_types.size());
  std::vector<Type> taken;
  for (const auto& argument : function.body.arguments) taken.push_back(argument->type);
  if (taken != arguments)
    lexer_.error_at(token.offset, fmt::format("the body takes {}, but function_type says {}",
                                              str(taken), str(arguments)));
  if (function.name.empty() || !functions_.insert(function.name).second)
    lexer_.error_at(token.offset, fmt::format("the function's name '{}' is empty or taken",
                                              escaped(function.name)));
}

}  // namespace tutti::ir
