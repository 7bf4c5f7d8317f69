// SPDX-License-Identifier: Apache-2.0
// A tokenizer for tests: words between spaces, ASCII; the id of a word is its first letter's code.
#pragma once

#include "task/squad/features.h"

namespace tutti::task::squad {

constexpr int32_t kCls = 1, kSeparator = 2, kPadding = 0;

inline data::Encoding encode_words(std::string_view text) {
  data::Encoding encoding;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      i++;
      continue;
    }
    const size_t end = std::min(text.find(' ', i), text.size());
    encoding.ids.push_back(text[i]);
    encoding.offsets.emplace_back(static_cast<int32_t>(i), static_cast<int32_t>(end));
    i = end;
  }
  return encoding;
}

/// [CLS] question [SEP] context [SEP]
inline Encoder word_encoder() {
  using Kind = data::TemplatePiece::Kind;
  const data::Template pair = {{Kind::special, {kCls}, 0},
                               {Kind::first, {}, 0},
                               {Kind::special, {kSeparator}, 0},
                               {Kind::second, {}, 1},
                               {Kind::special, {kSeparator}, 1}};
  return {encode_words, pair, kCls, kPadding};
}

}  // namespace tutti::task::squad
