// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "data/tokenizer/characters.h"
#include "data/tokenizer/normalizer.h"

namespace tutti::data {

namespace {

constexpr char kDropped = 0;

/// What each ASCII character becomes; kDropped where it goes.
std::array<char, 128> ascii_table(const BertNormalizerOptions& options) {
  std::array<char, 128> table;
  for (char c = 0; static_cast<unsigned char>(c) < table.size(); c++) {
    char& entry = table[static_cast<unsigned char>(c)];
    const auto code = static_cast<char32_t>(c);
    entry = c;
    if (options.lowercase && c >= 'A' && c <= 'Z') entry = static_cast<char>(c - 'A' + 'a');
    if (options.clean_text && unicode::is_whitespace(code)) entry = ' ';
    if (options.clean_text && unicode::is_control(code)) entry = kDropped;
  }
  return table;
}

/// The steps in their order, on a run without ASCII: no step reaches across an ASCII character.
void normalize_characters(Characters& run, const BertNormalizerOptions& options) {
  if (options.clean_text) {
    std::erase_if(run, [](const Character& each) {
      return each.code == unicode::kReplacement || unicode::is_control(each.code);
    });
    for (Character& each : run)
      if (unicode::is_whitespace(each.code)) each.code = ' ';
  }
  if (options.handle_chinese_chars) {
    Characters padded;
    padded.reserve(run.size());
    for (const Character& each : run) {
      const bool is_chinese = unicode::is_chinese(each.code);
      if (is_chinese) padded.push_back({' ', each.source});
      padded.push_back(each);
      if (is_chinese) padded.push_back({' ', each.source});
    }
    run.swap(padded);
  }
  if (options.strip_accents.value_or(options.lowercase)) {
    decompose(run);
    std::erase_if(run,
                  [](const Character& each) { return unicode::is_nonspacing_mark(each.code); });
  }
  if (options.lowercase) lowercase(run);
}

}  // namespace

Normalizer bert_normalizer(const BertNormalizerOptions& options) {
  // U+0000 maps to itself where text is not cleaned, which kDropped cannot say.
  const bool keeps_null = !options.clean_text;
  return [options, keeps_null, table = ascii_table(options)](const AlignedText& text,
                                                             ByteRange part, AlignedText& result) {
    Characters run;
    for (size_t at = part.begin; at < part.end;) {
      const char byte = text.bytes[at];
      if (unicode::is_ascii(byte)) {
        const char mapped = table[static_cast<unsigned char>(byte)];
        if (mapped != kDropped || (keeps_null && byte == 0)) {
          result.bytes.push_back(mapped);
          result.sources.push_back(text.sources[at]);
        }
        at++;
        continue;
      }
      size_t end = at;
      while (end < part.end && !unicode::is_ascii(text.bytes[end])) end++;
      run = characters_of(text, {at, end});
      normalize_characters(run, options);
      append(result, run);
      at = end;
    }
  };
}

}  // namespace tutti::data
