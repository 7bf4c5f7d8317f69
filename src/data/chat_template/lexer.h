// SPDX-License-Identifier: Apache-2.0
// A template as tokens: the text between tags, and the words inside of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti::data::jinja {

struct Token {
  enum class Kind {
    text,         // outside of tags, its white space already cut
    print_begin,  // {{
    print_end,
    block_begin,  // {%
    block_end,
    name,
    string,  // its escapes replaced
    integer,
    real,
    symbol,
    end
  };
  Kind kind = Kind::end;
  std::string text;
  int line = 1;
};

/// What an error calls a token.
std::string shown(const Token& token);

/// Tokens of a whole template, the last one `end`. White space is cut as Jinja does with
/// trim_blocks and lstrip_blocks, which transformers sets. Throws UserError "name:line: ..." for
/// text that is not UTF-8, an open tag, comment or string, and characters that begin no token.
std::vector<Token> read_tokens(std::string_view text, std::string_view name);

}  // namespace tutti::data::jinja
