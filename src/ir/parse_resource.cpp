// SPDX-License-Identifier: Apache-2.0
// Weights stored apart: dense_resource<key> : type, whose bytes are at the end of the text in
// {-# dialect_resources: { builtin: { key: "0x08000000..." } } #-}. The first four bytes are the
// alignment.
#include "base/text.h"
#include "ir/dense_text.h"
#include "ir/parser.h"

namespace tutti::ir {
namespace {

constexpr std::string_view kPrefix = "0x";
constexpr size_t kAlignmentDigits = 8;

}  // namespace

void Parser::read_resources() {
  has_resources_ = true;
  lexer_.expect("{-");
  lexer_.expect("#");
  size_t depth = 0;
  while (depth || !lexer_.take("#")) {
    if (depth && lexer_.take("}")) {
      depth--;
      lexer_.take(",");
      continue;
    }
    const Token key = lexer_.next();
    if (key.kind != Token::Kind::word && key.kind != Token::Kind::string)
      lexer_.error_at(key.offset, "expected the name of a resource");
    lexer_.expect(":");
    if (lexer_.take("{")) {
      depth++;
      continue;
    }
    const Token value = lexer_.next();
    if (value.kind == Token::Kind::string) resources_.emplace(key.text, value.text);
    lexer_.take(",");
  }
  lexer_.expect("-}");
}

Attribute Parser::parse_resource() {
  const size_t offset = lexer_.peek().offset;
  lexer_.expect("dense_resource");
  lexer_.expect("<");
  const Token key = lexer_.next();
  lexer_.expect(">");
  lexer_.expect(":");
  const Type& type = parse_type();
  if (key.text == "__elided__")
    lexer_.error_at(offset,
                    "the weights were left out when this program was printed "
                    "(dense_resource<__elided__>); print it again with large constants, in JAX by "
                    "get_asm(large_elements_limit=None)");
  if (!has_resources_) {
    size_t section = lexer_.find_line("{-#");
    if (section == std::string_view::npos) section = lexer_.find_last("{-#");
    if (section != std::string_view::npos) {
      const size_t here = lexer_.peek().offset;
      lexer_.jump(section);
      read_resources();
      lexer_.jump(here);
    }
  }
  const auto found = resources_.find(key.text);
  if (found == resources_.end())
    lexer_.error_at(offset, fmt::format("there is no resource '{}' in the dialect_resources at the "
                                        "end of the text",
                                        escaped(key.text)));
  const std::string_view digits = found->second;
  if (!digits.starts_with(kPrefix) || digits.size() < kPrefix.size() + kAlignmentDigits)
    lexer_.error_at(offset,
                    fmt::format("resource '{}' is not like \"0x08000000...\"", escaped(key.text)));
  std::string problem;
  auto tensor = tensor_from_hex(digits.substr(kPrefix.size() + kAlignmentDigits), type, problem);
  if (!tensor) lexer_.error_at(offset, problem);
  return *tensor;
}

}  // namespace tutti::ir
