// SPDX-License-Identifier: Apache-2.0
// The patterns of a tokenizer.json: a literal string, or a regular expression run in linear time.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "data/tokenizer/aligned_text.h"

namespace re2 {
class RE2;
}

namespace tutti::data {

class Pattern {
 public:
  /// Reads {"String": text} or {"Regex": expression}. Throws UserError for an expression that
  /// cannot run in linear time (look-around, back references).
  Pattern(const nlohmann::json& description, std::string_view where);

  /// The non-empty matches in a part of a text, from left to right. Anchors see the part alone.
  std::vector<ByteRange> matches(const AlignedText& text, ByteRange part) const;

 private:
  std::string literal_;
  std::shared_ptr<const re2::RE2> expression_;
};

/// The expression in RE2's syntax: there \w, \d and \s mean ASCII, in tokenizer files Unicode.
std::string to_re2_syntax(std::string_view expression, std::string_view where);

}  // namespace tutti::data
