// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/word_list.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data {
namespace {

constexpr const char* kUnknown = "<unk>";
constexpr const char* kEnd = "<eos>";

/// Words as they are in the list; another one is `unknown`, where there is such a token.
struct WordList {
  Vocabulary vocabulary;
  std::optional<int32_t> unknown;
  std::string where;

  void operator()(const AlignedText& text, std::span<const ByteRange> words,
                  Encoding& result) const {
    for (const ByteRange word : words) {
      std::optional<int32_t> id = vocabulary.find(text.view(word));
      if (!id) id = unknown;
      if (!id)
        user_error("{}: found no word \"{}\", expected it or {} in the list", where,
                   escaped(text.view(word)), kUnknown);
      const Span source = text.source(word);
      result.ids.push_back(*id);
      result.offsets.emplace_back(source.begin, source.end);
    }
  }
};

/// The words of a list, which may have a byte order mark. A word with white space would be found in
/// no text.
Vocabulary read_words(const TokenizerFiles::File& words) {
  constexpr std::string_view kByteOrderMark = "\uFEFF";
  std::string_view text = words.content;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Vocabulary vocabulary = parse_vocabulary_lines(text, words.name);
  for (size_t id = 0; id < vocabulary.size(); id++) {
    const std::string& word = vocabulary.token(id);
    for (size_t at = 0; at < word.size();) {
      const auto [code, size] = unicode::decode(std::string_view(word).substr(at));
      if (unicode::is_whitespace(code))
        user_error("{}:{}: found \"{}\", expected one word without white space", words.name, id + 1,
                   escaped(word));
      at += size;
    }
  }
  return vocabulary;
}

}  // namespace

Pipeline word_list_pipeline(const TokenizerFiles::File& words) {
  Pipeline pipeline;
  pipeline.vocabulary = read_words(words);
  const nlohmann::json none;
  pipeline.normalizer = parse_normalizer(none, words.name);
  pipeline.pre_tokenizer = parse_pre_tokenizer({{"type", "WhitespaceSplit"}}, words.name);
  pipeline.templates = parse_templates(none, pipeline.vocabulary, words.name);
  pipeline.decoder = parse_decoder(none, words.name);
  const auto unknown = pipeline.vocabulary.find(kUnknown), end = pipeline.vocabulary.find(kEnd);
  if (unknown) pipeline.specials["unk"] = *unknown;
  if (end) {
    pipeline.specials["eos"] = *end;
    pipeline.special_ids.insert(*end);
  }
  pipeline.model = WordList{pipeline.vocabulary, unknown, words.name};
  return pipeline;
}

}  // namespace tutti::data
