// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pre_tokenizer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/pattern.h"
#include "data/tokenizer/split_behavior.h"
#include "format/json.h"

namespace tutti::data {

namespace {

using nlohmann::json;

PreTokenizer parse_bert_pre_tokenizer(const json&, std::string_view) {
  return bert_pre_tokenizer();
}

/// Runs of word characters and runs of other characters, without white space.
PreTokenizer parse_whitespace(const json&, std::string_view) {
  return [](const AlignedText& text, ByteRange part, std::vector<ByteRange>& words) {
    enum class Kind { space, word, other };
    Kind last = Kind::space;
    for_each_code_point(text, part, [&](char32_t code, ByteRange range) {
      const Kind kind = unicode::is_whitespace(code) ? Kind::space
                        : unicode::is_word(code)     ? Kind::word
                                                     : Kind::other;
      if (kind != Kind::space && kind == last)
        words.back().end = range.end;
      else if (kind != Kind::space)
        words.push_back(range);
      last = kind;
    });
  };
}

PreTokenizer parse_whitespace_split(const json&, std::string_view) {
  return [](const AlignedText& text, ByteRange part, std::vector<ByteRange>& words) {
    bool in_word = false;
    for_each_code_point(text, part, [&](char32_t code, ByteRange range) {
      const bool is_space = unicode::is_whitespace(code);
      if (!is_space && in_word) words.back().end = range.end;
      if (!is_space && !in_word) words.push_back(range);
      in_word = !is_space;
    });
  };
}

PreTokenizer parse_punctuation(const json& description, std::string_view where) {
  const Behavior behavior = parse_behavior(description, where, "Isolated");
  return [behavior](const AlignedText& text, ByteRange part, std::vector<ByteRange>& words) {
    std::vector<ByteRange> marks;
    for_each_code_point(text, part, [&](char32_t code, ByteRange range) {
      if (unicode::is_punctuation(code)) marks.push_back(range);
    });
    behavior(stretches_of(part, marks), words);
  };
}

PreTokenizer parse_split(const json& description, std::string_view where) {
  const Pattern pattern(description.value("pattern", json()), where);
  const Behavior behavior = parse_behavior(description, where, "Removed");
  const bool invert = format::json_bool(description, "invert", where, false);
  return [=](const AlignedText& text, ByteRange part, std::vector<ByteRange>& words) {
    std::vector<Stretch> stretches = stretches_of(part, pattern.matches(text, part));
    for (Stretch& each : stretches) each.matched = each.matched != invert;
    const auto first = static_cast<std::ptrdiff_t>(words.size());
    behavior(stretches, words);
    const auto is_empty = [](ByteRange word) { return word.begin == word.end; };
    words.erase(std::remove_if(words.begin() + first, words.end(), is_empty), words.end());
  };
}

PreTokenizer parse_digits(const json& description, std::string_view where) {
  const Behavior behavior =
      format::json_bool(description, "individual_digits", where, false) ? isolate : join_contiguous;
  return [behavior](const AlignedText& text, ByteRange part, std::vector<ByteRange>& words) {
    std::vector<ByteRange> digits;
    for_each_code_point(text, part, [&](char32_t code, ByteRange range) {
      if (unicode::is_numeric(code)) digits.push_back(range);
    });
    behavior(stretches_of(part, digits), words);
  };
}

/// A copy of a part after `prefix`, at the end of the text. The prefix comes from where the part's
/// first code point does.
ByteRange with_prefix(AlignedText& text, ByteRange part, std::string_view prefix) {
  const size_t begin = text.size();
  text.bytes += prefix;
  text.sources.resize(text.bytes.size(), text.sources[part.begin]);
  text.append_own(part);
  return {begin, text.size()};
}

PreTokenizer parse_byte_level(const json& description, std::string_view where) {
  // The expression of GPT-2.
  constexpr const char* kWords =
      R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
  const bool add_space = format::json_bool(description, "add_prefix_space", where, true);
  std::optional<Pattern> words_of_text;
  if (format::json_bool(description, "use_regex", where, true))
    words_of_text = Pattern(std::string(kWords), where);
  return [=](AlignedText& text, ByteRange part, std::vector<ByteRange>& words) {
    if (part.begin == part.end) return;
    if (add_space && !text.view(part).starts_with(' ')) part = with_prefix(text, part, " ");
    if (words_of_text)
      isolate(stretches_of(part, words_of_text->matches(text, part)), words);
    else
      words.push_back(part);
  };
}

enum class PrependScheme { always, first, never };

PrependScheme parse_prepend_scheme(const json& description, std::string_view where) {
  // Older files have "add_prefix_space" only.
  const bool add = format::json_bool(description, "add_prefix_space", where, true);
  const std::string scheme =
      format::json_string(description, "prepend_scheme", where, add ? "always" : "never");
  if (scheme == "always") return PrependScheme::always;
  if (scheme == "first") return PrependScheme::first;
  if (scheme == "never") return PrependScheme::never;
  user_error("{}: found prepend_scheme \"{}\", expected one of always, first, never", where,
             escaped(scheme));
}

/// Writes a space as another code point, with which words begin.
PreTokenizer parse_metaspace(const json& description, std::string_view where) {
  const std::string mark = format::json_string(description, "replacement", where, "\u2581");
  const PrependScheme prepend = parse_prepend_scheme(description, where);
  const bool split = format::json_bool(description, "split", where, true);
  if (mark.empty() || unicode::decode(mark).size != mark.size())
    user_error("{}: pre-tokenizer Metaspace: \"replacement\" is \"{}\", expected one character",
               where, escaped(mark));
  const char32_t mark_code = unicode::decode(mark).code;
  return [=](AlignedText& text, ByteRange part, std::vector<ByteRange>& words) {
    if (part.begin == part.end) return;
    AlignedText marked;
    for_each_code_point(text, part, [&](char32_t code, ByteRange range) {
      marked.append(code == U' ' ? mark_code : code, text.sources[range.begin]);
    });
    const bool at_start = text.sources[part.begin].begin == 0;
    const bool wanted =
        prepend == PrependScheme::always || (prepend == PrependScheme::first && at_start);
    const size_t begin = text.size();
    if (wanted && !marked.bytes.starts_with(mark)) text.append(mark_code, marked.sources[0]);
    text.append(marked, {0, marked.size()});
    const ByteRange whole = {begin, text.size()};
    if (!split) return words.push_back(whole);
    std::vector<ByteRange> marks;
    for_each_code_point(text, whole, [&](char32_t code, ByteRange range) {
      if (code == mark_code) marks.push_back(range);
    });
    merge_with_next(stretches_of(whole, marks), words);
  };
}

PreTokenizer parse_pre_tokenizer_sequence(const json& description, std::string_view where) {
  std::vector<PreTokenizer> steps;
  for (const json& step : json_array(description, "pretokenizers", where))
    steps.push_back(parse_pre_tokenizer(step, where));
  return [steps](AlignedText& text, ByteRange part, std::vector<ByteRange>& words) {
    std::vector<ByteRange> before = {part};
    std::vector<ByteRange> after;
    for (const PreTokenizer& step : steps) {
      after.clear();
      for (const ByteRange each : before) step(text, each, after);
      before.swap(after);
    }
    words.insert(words.end(), before.begin(), before.end());
  };
}

constexpr Component<PreTokenizer> kPreTokenizers[] = {
    {"BertPreTokenizer", parse_bert_pre_tokenizer},
    {"ByteLevel", parse_byte_level},
    {"Digits", parse_digits},
    {"Metaspace", parse_metaspace},
    {"Punctuation", parse_punctuation},
    {"Sequence", parse_pre_tokenizer_sequence},
    {"Split", parse_split},
    {"Whitespace", parse_whitespace},
    {"WhitespaceSplit", parse_whitespace_split},
};

}  // namespace

PreTokenizer parse_pre_tokenizer(const json& description, std::string_view where) {
  if (description.is_null())
    return [](const AlignedText&, ByteRange part, std::vector<ByteRange>& words) {
      if (part.begin < part.end) words.push_back(part);
    };
  return parse_component<PreTokenizer>(kPreTokenizers, description, "pre-tokenizer", where);
}

bool makes_bytes(const json& description, std::string_view where) {
  if (!description.is_object()) return false;
  const std::string type = format::json_string(description, "type", where);
  if (type != "Sequence") return type == "ByteLevel";
  bool found = false;
  for (const json& step : json_array(description, "pretokenizers", where)) {
    if (found)
      user_error("{}: found a pre-tokenizer after ByteLevel, expected ByteLevel to be the last",
                 where);
    found = makes_bytes(step, where);
  }
  return found;
}

}  // namespace tutti::data
