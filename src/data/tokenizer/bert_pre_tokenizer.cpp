// SPDX-License-Identifier: Apache-2.0
// Splitting at white space and punctuation, as BERT does.
#include <array>

#include "data/tokenizer/pre_tokenizer.h"

namespace tutti::data {
namespace {

enum class CharacterClass : uint8_t { word, space, punctuation };

CharacterClass class_of(char32_t code) {
  if (unicode::is_whitespace(code)) return CharacterClass::space;
  if (unicode::is_punctuation(code)) return CharacterClass::punctuation;
  return CharacterClass::word;
}

std::array<CharacterClass, 128> ascii_classes() {
  std::array<CharacterClass, 128> classes;
  for (size_t i = 0; i < classes.size(); i++) classes[i] = class_of(static_cast<char32_t>(i));
  return classes;
}

}  // namespace

PreTokenizer bert_pre_tokenizer() {
  return [ascii = ascii_classes()](const AlignedText& text, ByteRange part,
                                   std::vector<ByteRange>& words) {
    size_t word = part.begin;
    const auto end_word = [&](size_t end) {
      if (word < end) words.push_back({word, end});
    };
    for (size_t at = part.begin; at < part.end;) {
      const char byte = text.bytes[at];
      const unicode::Decoded found = unicode::is_ascii(byte)
                                         ? unicode::Decoded{static_cast<char32_t>(byte), 1}
                                         : unicode::decode(std::string_view(text.bytes).substr(at));
      const CharacterClass found_class =
          unicode::is_ascii(byte) ? ascii[static_cast<unsigned char>(byte)] : class_of(found.code);
      const size_t next = at + found.size;
      if (found_class != CharacterClass::word) {
        end_word(at);
        if (found_class == CharacterClass::punctuation) words.push_back({at, next});
        word = next;
      }
      at = next;
    }
    end_word(part.end);
  };
}

}  // namespace tutti::data
