// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "ir/parse.h"
#include "ir/parser.h"
#include "ir/print_attribute.h"
#include "ir/verify.h"

namespace tutti::ir {

bool Parser::parse_arguments(Function& function) {
  bool nameless = false;
  lexer_.expect("(");
  while (!lexer_.take(")")) {
    if (function.argument_count()) lexer_.expect(",");
    if (at_type() && (nameless || function.argument_count() == 0)) {
      nameless = true;
      const Type type = parse_type();
      function.add_argument(type, lexer_.is("{") ? parse_dictionary() : Attributes{});
      continue;
    }
    const Token name = lexer_.next();
    if (name.kind != Token::Kind::value)
      lexer_.error_at(name.offset, "expected an argument like %arg0");
    lexer_.expect(":");
    Type type = parse_type();
    const Value argument =
        function.add_argument(std::move(type), lexer_.is("{") ? parse_dictionary() : Attributes{});
    define(name.text, argument);
    argument->location = parse_argument_location();
  }
  return nameless;
}

void Parser::parse_results(Function& function) {
  if (!lexer_.take("->")) return;
  if (!lexer_.take("(")) {
    function.result_types.push_back(parse_type());
    function.result_attributes.emplace_back();
    return;
  }
  while (!lexer_.take(")")) {
    if (!function.result_types.empty()) lexer_.expect(",");
    function.result_types.push_back(parse_type());
    function.result_attributes.push_back(lexer_.is("{") ? parse_dictionary() : Attributes{});
  }
}

void Parser::parse_function(Module& module) {
  const Location location = lexer_.location();
  lexer_.expect("func.func");
  const bool is_private = lexer_.take("private");
  if (!is_private) lexer_.take("public");
  const Token name = lexer_.next();
  if (name.kind != Token::Kind::symbol)
    lexer_.error_at(name.offset, "expected a function's name like @main");
  const std::string called = lexer_.unescape(name);
  if (!functions_.insert(called).second)
    lexer_.error_at(name.offset, fmt::format("function @{} is defined twice", escaped(called)));
  Function& function = *module.functions.emplace_back(std::make_unique<Function>());
  function.name = called;
  function.is_private = is_private;
  function.location = location;
  NameScope scope(*this);
  const bool nameless = parse_arguments(function);
  parse_results(function);
  if (lexer_.take("attributes")) function.attributes = parse_dictionary();
  if (is_private && (nameless || !lexer_.is("{"))) {  // a declaration, of what is not here
    parse_optional_location(function.location);
    module.functions.pop_back();
    return;
  }
  lexer_.expect("{");
  parse_block_body(function.body);
  lexer_.expect("}");
  parse_optional_location(function.location);
}

Mesh& Parser::add_mesh(Module& module, std::string name, size_t offset) {
  for (const Mesh& mesh : module.meshes)
    if (mesh.name == name)
      lexer_.error_at(offset, fmt::format("mesh @{} is declared twice", escaped(name)));
  Mesh& mesh = module.meshes.emplace_back();
  mesh.name = std::move(name);
  return mesh;
}

void Parser::parse_mesh(Module& module) {  // sdy.mesh @mesh = <["x"=2]> {attributes}
  lexer_.expect("sdy.mesh");
  const Token name = lexer_.next();
  if (name.kind != Token::Kind::symbol)
    lexer_.error_at(name.offset, "expected a mesh's name like @mesh");
  lexer_.expect("=");
  lexer_.expect("<");
  Mesh& mesh = add_mesh(module, lexer_.unescape(name), name.offset);
  mesh.axes = lexer_.raw_until_closing('<', '>');
  if (lexer_.is("{")) mesh.attributes = parse_dictionary();
  parse_optional_location(mesh.location);
}

/// module @name attributes {..} { functions }, or the functions alone.
void Parser::parse_module_text(Module& module) {
  const bool wrapped = lexer_.take("module") || lexer_.take("builtin.module");
  if (wrapped) {
    if (lexer_.peek().kind == Token::Kind::symbol) module.name = lexer_.unescape(lexer_.next());
    if (lexer_.take("attributes")) module.attributes = parse_dictionary();
    lexer_.expect("{");
  }
  while (lexer_.is("func.func") || lexer_.is("sdy.mesh")) {
    if (lexer_.is("sdy.mesh"))
      parse_mesh(module);
    else
      parse_function(module);
  }
  if (wrapped) {
    lexer_.expect("}");
    parse_optional_location(module.location);
  }
}

void Parser::parse_aliases() {
  while (lexer_.peek().kind == Token::Kind::hash_word ||
         lexer_.peek().kind == Token::Kind::bang_word)
    parse_alias();
}

Module Parser::parse() {
  Module module;
  parse_aliases();
  if (lexer_.peek().kind == Token::Kind::string && lexer_.peek().text == "builtin.module")
    parse_generic_module(module);
  else
    parse_module_text(module);
  parse_aliases();
  if (lexer_.is("{-")) read_resources();
  if (lexer_.peek().kind != Token::Kind::end)
    lexer_.error("expected func.func or the end of the module");
  resolve_locations();
  for (const std::string_view name : location_order_)
    module.location_aliases.emplace_back(name, location_aliases_.at(name));
  return module;
}

Module parse_module(std::string_view text, const std::string& file, const Catalogue& catalogue) {
  Module module = Parser(text, file, catalogue).parse();
  verify(module);
  return module;
}

}  // namespace tutti::ir
