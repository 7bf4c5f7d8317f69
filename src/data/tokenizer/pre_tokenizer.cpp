// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pre_tokenizer.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/pattern.h"
#include "format/json.h"

namespace tutti::data {

namespace {

using nlohmann::json;

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

/// A stretch of a text that is, or is not, what a pattern looks for.
struct Stretch {
  ByteRange range;
  bool matched;
};

/// The text of `part` as matches and what lies between them.
std::vector<Stretch> stretches_of(ByteRange part, const std::vector<ByteRange>& matches) {
  std::vector<Stretch> result;
  size_t done = part.begin;
  for (const ByteRange match : matches) {
    if (done < match.begin) result.push_back({{done, match.begin}, false});
    result.push_back({match, true});
    done = match.end;
  }
  if (done < part.end) result.push_back({{done, part.end}, false});
  return result;
}

/// What becomes of the matches of a splitting pattern; the names are those of tokenizer.json.
using Behavior = void (*)(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words);

void remove(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  for (const Stretch& each : stretches)
    if (!each.matched) words.push_back(each.range);
}

void isolate(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  for (const Stretch& each : stretches) words.push_back(each.range);
}

void join_contiguous(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  for (size_t i = 0; i < stretches.size(); i++) {
    if (i > 0 && stretches[i].matched == stretches[i - 1].matched)
      words.back().end = stretches[i].range.end;
    else
      words.push_back(stretches[i].range);
  }
}

// Of several matches in a row only the first is merged, as in Hugging Face.
void merge_with_previous(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  for (size_t i = 0; i < stretches.size(); i++) {
    if (i > 0 && stretches[i].matched && !stretches[i - 1].matched)
      words.back().end = stretches[i].range.end;
    else
      words.push_back(stretches[i].range);
  }
}

void merge_with_next(const std::vector<Stretch>& stretches, std::vector<ByteRange>& words) {
  const auto first = static_cast<std::ptrdiff_t>(words.size());
  for (size_t i = stretches.size(); i-- > 0;) {
    const bool is_last = i + 1 == stretches.size();
    if (!is_last && stretches[i].matched && !stretches[i + 1].matched)
      words.back().begin = stretches[i].range.begin;
    else
      words.push_back(stretches[i].range);
  }
  std::reverse(words.begin() + first, words.end());
}

Behavior parse_behavior(const json& description, std::string_view where, const char* fallback) {
  const std::string name = format::json_string(description, "behavior", where, fallback);
  if (name == "Removed") return remove;
  if (name == "Isolated") return isolate;
  if (name == "Contiguous") return join_contiguous;
  if (name == "MergedWithPrevious") return merge_with_previous;
  if (name == "MergedWithNext") return merge_with_next;
  user_error(
      "{}: found behavior \"{}\", expected one of Removed, Isolated, Contiguous, "
      "MergedWithPrevious, MergedWithNext",
      where, escaped(name));
}

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
