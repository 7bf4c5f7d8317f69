// SPDX-License-Identifier: Apache-2.0
// The tokenizer in a GGUF file as the files that transformers has for it, and the other way round.
// Source: what llama.cpp's converter writes and its vocabulary reads.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "data/tokenizer/tokenizer_files.h"
#include "format/gguf_keys.h"

namespace tutti::data {

/// tokenizer.json and tokenizer_config.json, with the chat templates in the latter, of the keys
/// tokenizer.*: byte-level BPE ("gpt2") or SentencePiece's ("llama"). `where` names the file in
/// errors. Another model, a pre-tokenizer that is not known by its name, and keys that do not
/// belong together are UserErrors.
TokenizerFiles gguf_tokenizer_files(const format::GgufKeys& keys, std::string_view where);

inline constexpr const char* kGgufChatTemplate = "tokenizer.chat_template";
inline constexpr const char* kGgufToolTemplate = "tokenizer.chat_template.tool_use";

/// The text of a key, as of a chat template; nothing if the file has none.
std::optional<std::string> gguf_text(const format::GgufKeys& keys, const std::string& key,
                                     std::string_view where);

/// A GGUF file's keys about its tokenizer.
struct GgufTokenizerSource {
  const TokenizerFiles& files;
  const nlohmann::json& config;  // config.json, whose ids of tokens count where the files say none
  std::optional<std::string> chat_template;
  /// Rows of the model's embedding. An id below it without a token gets one that is unused.
  int64_t rows = 0;
  std::optional<std::string> tool_template = std::nullopt;  // of conversations with tools
};

/// The keys tokenizer.* as llama.cpp's converter names them. A tokenizer that llama.cpp would not
/// apply in the same way is a UserError.
format::GgufKeys gguf_tokenizer_keys(const GgufTokenizerSource& source);

/// A way to split texts into words, by the name that tokenizer.ggml.pre has for it.
struct GgufSplit {
  std::string_view name;
  std::string_view expression = {};  // of a Split; empty: GPT-2's, within ByteLevel
  bool single_digits = false;
  bool composes = false;        // Unicode's NFC comes first
  bool ignores_merges = false;  // a word that is a token is that token
  bool begins = false;          // texts begin with the bos token where no key says so
};

/// All that there are.
std::span<const GgufSplit> gguf_splits();

/// The roles of special tokens, and their keys "tokenizer.ggml.NAME_token_id".
inline constexpr std::pair<const char*, const char*> kGgufRoles[] = {
    {"bos", "bos"},     {"eos", "eos"}, {"unk", "unknown"}, {"sep", "seperator"},
    {"pad", "padding"}, {"cls", "cls"}, {"mask", "mask"}};

}  // namespace tutti::data
