// SPDX-License-Identifier: Apache-2.0
#include "task/tagging/words.h"

#include <unordered_map>

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::task::tagging {
namespace {

namespace unicode = data::unicode;

std::u32string code_points(std::string_view text) {
  std::u32string codes;
  while (!text.empty()) {
    const auto [code, size] = unicode::decode(text);
    codes += code;
    text.remove_prefix(size);
  }
  return codes;
}

std::string utf8_of(std::u32string_view codes) {
  std::string text;
  for (const char32_t code : codes) unicode::append_utf8(text, code);
  return text;
}

/// Whether words of a character's writing follow one another without blanks: Thai and its
/// neighbours, Chinese and Japanese.
bool has_no_blanks(char32_t c) {
  return (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x1000 && c <= 0x109F) ||
         (c >= 0x1780 && c <= 0x17FF) || (c >= 0x3040 && c <= 0x30FF) || unicode::is_chinese(c);
}

/// The tokens of words that are the file's own: those of a word are the same wherever it is.
class WordTokens {
 public:
  WordTokens(std::span<const Sentence> sentences, const data::Tokenizer& tokenizer, int threads) {
    std::vector<std::string> texts;
    for (const Sentence& sentence : sentences)
      for (const std::string& word : sentence.words)
        if (places_.emplace(word, texts.size()).second) texts.push_back(" " + word);
    encodings_ =
        tokenizer.encode_all(std::vector<std::string_view>(texts.begin(), texts.end()), threads);
  }

  SplitSentence split(const Sentence& sentence) const {
    SplitSentence result;
    result.tags = sentence.tags;
    int64_t begin = 0;
    for (const std::string& word : sentence.words) {
      const data::Encoding& tokens = encodings_[places_.at(word)];
      const auto size = static_cast<int64_t>(code_points(word).size());
      result.words.push_back({begin, begin + size, result.encoding.ids.size(), tokens.ids.size()});
      result.encoding.ids.insert(result.encoding.ids.end(), tokens.ids.begin(), tokens.ids.end());
      begin += size + 1;
    }
    return result;
  }

 private:
  std::unordered_map<std::string, size_t> places_;
  std::vector<data::Encoding> encodings_;
};

/// The words of a whole text.
class TextSplitter {
 public:
  TextSplitter(const Sentence& sentence, data::Encoding encoding)
      : sentence_(sentence), codes_(code_points(sentence.text)) {
    result_.encoding = std::move(encoding);
    for (size_t i = 0; i < result_.encoding.ids.size(); i++) add_token(i);
  }

  SplitSentence tagged(Scheme scheme) {
    std::vector<Entity> entities;
    for (const Span& span : sentence_.spans) entities.push_back(entity_of(span));
    result_.tags = tags_of(entities, result_.words.size(), scheme);
    return std::move(result_);
  }

 private:
  /// A token's characters, without blanks.
  std::pair<int64_t, int64_t> range_of(size_t token) const {
    auto [begin, end] = result_.encoding.offsets[token];
    const auto blank = [&](int32_t at) {
      return unicode::is_whitespace(codes_[static_cast<size_t>(at)]);
    };
    while (begin < end && blank(begin)) begin++;
    while (begin < end && blank(end - 1)) end--;
    return {begin, end};
  }

  bool begins_word(int64_t begin) const {
    if (result_.words.empty() || begin == 0) return true;
    if (begin < result_.words.back().end) return false;  // another token of the same character
    const char32_t c = codes_[static_cast<size_t>(begin)];
    const char32_t before = codes_[static_cast<size_t>(begin) - 1];
    const auto joins = [](char32_t code) {
      return unicode::is_word(code) || unicode::is_mark(code);
    };
    return !joins(c) || !joins(before) || has_no_blanks(c) || has_no_blanks(before);
  }

  void add_token(size_t token) {
    const auto [begin, end] = range_of(token);
    if (begin == end) return;  // blanks
    if (begins_word(begin)) result_.words.push_back({begin, end, token, 0});
    Word& word = result_.words.back();
    word.end = std::max(word.end, end);
    word.tokens = token + 1 - word.first;
  }

  std::string found(const Span& span) const {
    return fmt::format("{}: \"{}\": the span [{}, {}) of {}", sentence_.where,
                       escaped(sentence_.field), span.begin, span.end, escaped(span.label, 60));
  }

  /// Refuses a border that is within a word, and says whether it is within one of its tokens.
  void expect_border(const Span& span, int64_t border, const Word& word) const {
    if (border <= word.begin || border >= word.end) return;
    const auto text = [&](int64_t begin, int64_t end) {
      return escaped(characters(sentence_.text, begin, end), 60);
    };
    for (size_t token = word.first; token < word.first + word.tokens; token++)
      if (const auto [begin, end] = range_of(token); border > begin && border < end)
        user_error(
            "{} cuts the token \"{}\" at [{}, {}); expected it to begin and end where words do",
            found(span), text(begin, end), begin, end);
    user_error(
        "{} cuts the word \"{}\" at [{}, {}), whose parts would have different tags; expected it "
        "to begin and end where words do",
        found(span), text(word.begin, word.end), word.begin, word.end);
  }

  Entity entity_of(const Span& span) const {
    if (span.begin >= span.end || span.end > static_cast<int64_t>(codes_.size()))
      user_error("{} is not in the text, which has {}", found(span),
                 counted(static_cast<int64_t>(codes_.size()), "character"));
    Entity entity{span.label};
    for (size_t i = 0; i < result_.words.size(); i++) {
      const Word& word = result_.words[i];
      if (word.end <= span.begin || word.begin >= span.end) continue;
      expect_border(span, span.begin, word);
      expect_border(span, span.end, word);
      if (entity.end == 0) entity.begin = i;
      entity.end = i + 1;
    }
    if (entity.end == 0) user_error("{} has no word, expected one or more", found(span));
    return entity;
  }

  const Sentence& sentence_;
  std::u32string codes_;
  SplitSentence result_;
};

}  // namespace

int64_t character_count(const std::string& text) {
  return static_cast<int64_t>(code_points(text).size());
}

std::string characters(const std::string& text, int64_t begin, int64_t end) {
  const std::u32string codes = code_points(text);
  return utf8_of(std::u32string_view(codes).substr(static_cast<size_t>(begin),
                                                   static_cast<size_t>(end - begin)));
}

std::vector<SplitSentence> split_sentences(std::span<const Sentence> sentences,
                                           const data::Tokenizer& tokenizer, Scheme scheme,
                                           int threads) {
  std::vector<std::string_view> texts;
  for (const Sentence& sentence : sentences)
    if (sentence.words.empty()) texts.push_back(sentence.text);
  std::vector<data::Encoding> encodings = tokenizer.encode_all(texts, threads);
  const WordTokens words(sentences, tokenizer, threads);
  std::vector<SplitSentence> result;
  size_t next = 0;
  for (const Sentence& sentence : sentences)
    result.push_back(sentence.words.empty()
                         ? TextSplitter(sentence, std::move(encodings[next++])).tagged(scheme)
                         : words.split(sentence));
  return result;
}

}  // namespace tutti::task::tagging
