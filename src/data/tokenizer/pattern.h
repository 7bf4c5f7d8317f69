// SPDX-License-Identifier: Apache-2.0
// The patterns of a tokenizer.json: literal strings, and regular expressions in linear time.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/tokenizer/aligned_text.h"

namespace re2 {
class RE2;
}

namespace tutti::data {

/// The name of the group in to_re2_syntax() that is white space before a word.
inline constexpr const char* kBeforeWord = "before_word";

class Pattern {
 public:
  /// Reads {"String": text} or {"Regex": expression}. Throws a UserError for an expression that
  /// cannot be matched in linear time, because it looks around or refers back. One look-ahead is
  /// read, that of GPT-2 and its descendants, "\s+(?!\S)|\s+": white space without the last code
  /// point before a word.
  Pattern(const nlohmann::json& description, std::string_view where);
  /// Of an expression.
  Pattern(const std::string& expression, std::string_view where);

  /// Whether it is an expression that matches the empty text.
  bool matches_nothing() const;

  /// The matches in a part of a text, from left to right. Anchors match at the ends of the part. As
  /// in Hugging Face, a match may be empty unless another one ends there. Each match is found in
  /// linear time; all together may take more, as of ".*b|a": after some time, which grows with the
  /// text, that is a UserError.
  std::vector<ByteRange> matches(const AlignedText& text, ByteRange part) const;

 private:
  std::optional<ByteRange> next(std::string_view text, size_t at) const;

  std::string literal_;
  std::string source_;   // of the expression, for errors
  int before_word_ = 0;  // the group of white space that leaves a code point to the next word, or 0
  std::shared_ptr<const re2::RE2> expression_;
};

/// Translates an expression of Oniguruma, which Hugging Face uses, to RE2's syntax. Throws
/// UserError for what RE2 cannot express.
std::string to_re2_syntax(std::string_view expression, std::string_view where);

}  // namespace tutti::data
