// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/normalizer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/characters.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/pattern.h"
#include "data/tokenizer/precompiled.h"
#include "format/json.h"

namespace tutti::data {

namespace {

using nlohmann::json;

void copy(const AlignedText& text, ByteRange part, AlignedText& result) {
  result.append(text, part);
}

/// A normalizer of a function that rewrites code points.
template <typename Rewrite>
Normalizer on_characters(Rewrite rewrite) {
  return [rewrite](const AlignedText& text, ByteRange part, AlignedText& result) {
    if (part.begin == part.end) return;
    Characters characters = characters_of(text, part);
    rewrite(characters);
    append(result, characters);
  };
}

Normalizer parse_bert_normalizer(const json& description, std::string_view where) {
  BertNormalizerOptions options;
  options.clean_text = format::json_bool(description, "clean_text", where, true);
  options.handle_chinese_chars =
      format::json_bool(description, "handle_chinese_chars", where, true);
  options.lowercase = format::json_bool(description, "lowercase", where, true);
  options.strip_accents = format::json_bool(description, "strip_accents", where, options.lowercase);
  return bert_normalizer(options);
}

Normalizer parse_lowercase(const json&, std::string_view) {
  return on_characters(lowercase);
}

template <bool compatible>
Normalizer parse_decomposition(const json&, std::string_view) {
  return on_characters([](Characters& characters) { decompose(characters, compatible); });
}

/// Composes what needs it: a code point below `kStable` is itself, and composes with none before
/// it.
template <bool compatible>
void compose_text(const AlignedText& text, ByteRange part, AlignedText& result) {
  constexpr char32_t kStable = compatible ? 0x80 : 0x300;
  size_t done = part.begin;    // what comes before is in the result
  size_t stable = part.begin;  // the last code point that is stable
  bool is_pending = false;     // whether others follow it
  const auto flush = [&](size_t end) {
    result.append(text, {done, stable});
    Characters characters = characters_of(text, {stable, end});
    compose(characters, compatible);
    append(result, characters);
    done = end;
  };
  for_each_code_point(text, part, [&](char32_t code, ByteRange range) {
    if (code >= kStable) {
      is_pending = true;
      return;
    }
    if (is_pending) flush(range.begin);
    is_pending = false;
    stable = range.begin;
  });
  if (is_pending) flush(part.end);
  result.append(text, {done, part.end});
}

template <bool compatible>
Normalizer parse_composition(const json&, std::string_view) {
  return compose_text<compatible>;
}

Normalizer parse_prepend(const json& description, std::string_view where) {
  const std::string prefix = format::json_string(description, "prepend", where);
  return [prefix](const AlignedText& text, ByteRange part, AlignedText& result) {
    if (part.begin == part.end) return;
    // As in Hugging Face, it comes from where the first code point does.
    result.bytes += prefix;
    result.sources.resize(result.bytes.size(), text.sources[part.begin]);
    result.append(text, part);
  };
}

Normalizer parse_strip_accents(const json&, std::string_view) {
  return on_characters([](Characters& characters) {
    std::erase_if(characters, [](const Character& each) { return unicode::is_mark(each.code); });
  });
}

Normalizer parse_strip(const json& description, std::string_view where) {
  const bool left = format::json_bool(description, "strip_left", where, true);
  const bool right = format::json_bool(description, "strip_right", where, true);
  return on_characters([left, right](Characters& characters) {
    const auto is_text = [](const Character& each) { return !unicode::is_whitespace(each.code); };
    if (right)
      characters.erase(std::find_if(characters.rbegin(), characters.rend(), is_text).base(),
                       characters.end());
    if (left)
      characters.erase(characters.begin(),
                       std::find_if(characters.begin(), characters.end(), is_text));
  });
}

/// Bytes that replacing may make of so much of the original text. A few rules in a row could make
/// any size of it.
size_t longest_replaced(Span original) {
  constexpr size_t kAnyText = size_t{1} << 20, kEachCodePoint = 64;
  return kAnyText + kEachCodePoint * static_cast<size_t>(original.end - original.begin);
}

Normalizer parse_replace(const json& description, std::string_view where) {
  const Pattern pattern(description.value("pattern", json()), where);
  const std::string content = format::json_string(description, "content", where);
  const std::string name = fmt::format("{}: normalizer Replace of {}", where,
                                       escaped(description.value("pattern", json()).dump()));
  if (pattern.matches_nothing())
    user_error(
        "{}: the expression matches an empty text, where Hugging Face's tokenizers puts the "
        "content twice or stops; expected one that matches at least one character",
        name);
  return [=](const AlignedText& text, ByteRange part, AlignedText& result) {
    if (part.begin == part.end) return;
    const size_t most = longest_replaced(text.source(part));
    size_t done = part.begin;
    for (const ByteRange match : pattern.matches(text, part)) {
      result.append(text, {done, match.begin});
      if (result.size() + content.size() > most)
        user_error("{}: a text grows to more than {} bytes; expected a rule that grows it less",
                   name, most);
      result.bytes += content;
      // The new text comes from the last code point that it replaces or follows, as in Hugging
      // Face.
      const bool is_first = match.end == part.begin;
      const Span source = text.sources[is_first ? match.end : match.end - 1];
      result.sources.resize(result.bytes.size(),
                            is_first ? Span{source.begin, source.begin} : source);
      done = match.end;
    }
    result.append(text, {done, part.end});
  };
}

Normalizer parse_normalizer_sequence(const json& description, std::string_view where) {
  std::vector<Normalizer> steps;
  for (const json& step : json_array(description, "normalizers", where))
    steps.push_back(parse_normalizer(step, where));
  return [steps](const AlignedText& text, ByteRange part, AlignedText& result) {
    AlignedText before;
    AlignedText after;
    before.append(text, part);
    for (const Normalizer& step : steps) {
      after.clear();
      step(before, {0, before.size()}, after);
      std::swap(before, after);
    }
    result.append(before, {0, before.size()});
  };
}

constexpr Component<Normalizer> kNormalizers[] = {
    {"BertNormalizer", parse_bert_normalizer},
    {"Lowercase", parse_lowercase},
    {"NFC", parse_composition<false>},
    {"NFD", parse_decomposition<false>},
    {"NFKC", parse_composition<true>},
    {"NFKD", parse_decomposition<true>},
    {"Precompiled", parse_precompiled},
    {"Prepend", parse_prepend},
    {"Replace", parse_replace},
    {"Sequence", parse_normalizer_sequence},
    {"Strip", parse_strip},
    {"StripAccents", parse_strip_accents},
};

}  // namespace

Normalizer parse_normalizer(const json& description, std::string_view where) {
  if (description.is_null()) return copy;
  return parse_component<Normalizer>(kNormalizers, description, "normalizer", where);
}

}  // namespace tutti::data
