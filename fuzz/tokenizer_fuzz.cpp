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
#include "base/text.h"
#include "data/tokenizer/tokenizer.h"

namespace {

using tutti::data::Encoding;
using tutti::data::TextStream;
using tutti::data::Tokenizer;
using tutti::data::TokenizerFiles;

constexpr std::string_view kVocabulary =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n##a\n##b\nab\n##ab\n,\n\xC3\xA9\n";

constexpr const char* kTokenizerJson = R"({"model": {"type": "WordPiece", "vocab": {"[PAD]": 0,
    "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4, "##a": 5, "ab": 6, "##b": 7}}})";

// As GPT-2's and as Llama 2's.
constexpr const char* kByteLevelJson = R"({"added_tokens": [
    {"id": 9, "content": "<end>", "special": true}, {"id": 10, "content": "<x>", "lstrip": true}],
    "pre_tokenizer": {"type": "ByteLevel"}, "decoder": {"type": "ByteLevel"},
    "post_processor": {"type": "ByteLevel"},
    "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "\u0120": 2, "ab": 3, "\u0120a": 4, "ba": 5,
    "\u00c3": 6, "\u00a9": 7, "\u00c3\u00a9": 8}, "merges": ["a b", "\u0120 a", ["b", "a"]]}})";
constexpr const char* kSentencePieceJson = R"({"normalizer": {"type": "Sequence", "normalizers": [
    {"type": "Prepend", "prepend": "\u2581"},
    {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}]},
    "decoder": {"type": "Sequence", "decoders": [
    {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "}, {"type": "ByteFallback"},
    {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
    "model": {"type": "BPE", "unk_token": "<unk>", "fuse_unk": true, "byte_fallback": true,
    "vocab": {"<unk>": 0, "<0xC3>": 1, "<0xA9>": 2, "<0x0A>": 3, "\u2581": 4, "a": 5,
    "\u2581a": 6}, "merges": ["\u2581 a"]}})";

/// A tokenizer.json in which the input replaces parts.
TokenizerFiles::File patched(const char* whole, const std::string& patch) {
  nlohmann::json root = nlohmann::json::parse(whole);
  root.merge_patch(nlohmann::json::parse(patch, nullptr, false));
  return {"tokenizer.json", root.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

TokenizerFiles files_of(uint8_t kind, const std::string& content) {
  TokenizerFiles files;
  switch (kind % 8) {
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
    case 3:
      files.tokenizer_json = patched(kTokenizerJson, content);
      break;
    case 4:
      files.tokenizer_json = patched(kByteLevelJson, content);
      break;
    case 6:  // the fields and added tokens of a class
      files.tokenizer_json = patched(kByteLevelJson, "{}");
      files.config = {"tokenizer_config.json", content};
      break;
    case 7:
      files.vocabulary_json = {"vocab.json", R"({"<|endoftext|>": 0, "a": 1, "b": 2, "ab": 3})"};
      files.merges = {"merges.txt", content};
      files.model_config = {"config.json", R"({"model_type": "gpt2"})"};
      break;
    default:
      files.tokenizer_json = patched(kSentencePieceJson, content);
  }
  return files;
}

void check_decoding(const Tokenizer& tokenizer, const Encoding& encoding) {
  for (const bool skip_special : {false, true}) {
    tutti::check(tutti::is_valid_utf8(tokenizer.decode(encoding.ids, skip_special)), "not UTF-8");
    TextStream stream(tokenizer, skip_special);
    for (const int32_t id : encoding.ids)
      tutti::check(tutti::is_valid_utf8(stream.push(id)), "a part is not UTF-8");
    tutti::check(tutti::is_valid_utf8(stream.finish()), "the end is not UTF-8");
  }
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
  check_decoding(tokenizer, encoding);
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
