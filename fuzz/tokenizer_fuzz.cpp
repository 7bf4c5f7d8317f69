// SPDX-License-Identifier: Apache-2.0
// Tokenizer files and a text from outside. The input is a byte that chooses the kind of file, the
// file, a NUL, and the text; a tokenizer.json is taken to lack nothing but what the input replaces.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.h"
#include "data/tokenizer/tokenizer.h"

namespace {

using tutti::data::Encoding;
using tutti::data::Tokenizer;
using tutti::data::TokenizerFiles;

constexpr std::string_view kVocabulary =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n##a\n##b\nab\n##ab\n,\n\xC3\xA9\n";

constexpr const char* kTokenizerJson = R"({"model": {"type": "WordPiece", "vocab": {"[PAD]": 0,
    "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4, "##a": 5, "ab": 6, "##b": 7}}})";

TokenizerFiles files_of(uint8_t kind, const std::string& content) {
  TokenizerFiles files;
  switch (kind % 4) {
    case 0:
      files.tokenizer_json = {"tokenizer.json", content};
      break;
    case 1:
      files.vocabulary = {"vocab.txt", content};
      break;
    case 2:
      files.vocabulary = {"vocab.txt", std::string(kVocabulary)};
      files.config = {"tokenizer_config.json", content};
      break;
    default:
      nlohmann::json root = nlohmann::json::parse(kTokenizerJson);
      root.merge_patch(nlohmann::json::parse(content, nullptr, false));
      const auto replace = nlohmann::json::error_handler_t::replace;
      files.tokenizer_json = {"tokenizer.json", root.dump(-1, ' ', false, replace)};
  }
  return files;
}

void check_encoding(const Tokenizer& tokenizer, std::string_view text) {
  const Encoding encoding = tokenizer.encode(text);
  tutti::check(encoding.ids.size() == encoding.offsets.size(), "sizes differ");
  for (size_t i = 0; i < encoding.ids.size(); i++) {
    tokenizer.token(encoding.ids[i]);
    const auto [begin, end] = encoding.offsets[i];
    tutti::check(begin >= 0 && begin <= end && static_cast<size_t>(end) <= text.size(),
                 "offsets {} {}", begin, end);
  }
  tokenizer.with_special_tokens(encoding);
  const Encoding batched = tokenizer.encode_all(std::array{text}, 1)[0];
  tutti::check(batched.ids == encoding.ids && batched.offsets == encoding.offsets,
               "a batch is encoded otherwise");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data + 1), size - 1);
  const size_t split = std::min(input.find('\0'), input.size());
  const std::string_view text = input.substr(std::min(split + 1, input.size()));
  try {
    check_encoding(Tokenizer(files_of(data[0], std::string(input.substr(0, split)))), text);
  } catch (const tutti::UserError&) {
  }
  return 0;
}
