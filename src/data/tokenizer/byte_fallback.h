// SPDX-License-Identifier: Apache-2.0
// Tokens of single bytes, like <0xE2>, and the text that they make.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/tokenizer/decoder.h"

namespace tutti::data {

inline constexpr std::string_view kReplacementText = "\xEF\xBF\xBD";

/// Whether more bytes can make a code point of all of `bytes`, which are not empty.
bool starts_code_point(std::string_view bytes);

/// Makes text of tokens like <0xE2>. A run of them that is not UTF-8 is U+FFFD for each.
class ByteFallbackStep : public DecodingStep {
 public:
  explicit ByteFallbackStep(bool eager) : eager_(eager) {}

  void push(std::string token, std::vector<std::string>& result) override;
  void finish(std::vector<std::string>& result) override;

 private:
  static std::optional<char> byte_of(std::string_view token);

  void replace(std::vector<std::string>& result);

  bool eager_;
  bool is_ill_formed_ = false;  // the run: it can no longer become valid UTF-8
  std::string run_;
};

}  // namespace tutti::data
