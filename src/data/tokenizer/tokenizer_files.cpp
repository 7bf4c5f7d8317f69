// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/tokenizer_files.h"

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/gguf_tokenizer.h"
#include "format/gguf.h"

namespace tutti::data {
namespace {

constexpr const char* kTokenizerJson = "tokenizer.json";
constexpr const char* kVocabulary = "vocab.txt";
constexpr const char* kVocabularyJson = "vocab.json";
constexpr const char* kMerges = "merges.txt";
constexpr const char* kSpecialTokens = "special_tokens_map.json";
constexpr const char* kAddedTokens = "added_tokens.json";
constexpr const char* kWords = "words.txt";

// Tokenizers of SentencePiece, tiktoken and Mistral, of which transformers makes a tokenizer.json.
constexpr const char* kOtherModels[] = {"tokenizer.model", "spiece.model",
                                        "sentencepiece.bpe.model", "tiktoken.model", "tekken.json"};

TokenizerFiles::File read_if_present(const Path& path) {
  constexpr size_t kLimit = size_t{64} << 20;
  TokenizerFiles::File file = {escaped(path.native(), 1000), {}};
  if (!std::filesystem::exists(path)) return file;
  file.content = read_file(path, kLimit);
  if (file.content.empty()) user_error("{}: the file is empty; restore it", file.name);
  return file;
}

/// Says what a folder without a vocabulary lacks.
[[noreturn]] void refuse_folder(const Path& folder) {
  const std::string name = escaped(folder.native(), 1000);
  for (const char* other : kOtherModels)
    if (std::filesystem::exists(folder / other))
      user_error(
          "{0}/{1}: Tutti does not read this file; expected {2}, which this command makes: python "
          "-c 'from transformers import AutoTokenizer; "
          "AutoTokenizer.from_pretrained(\"{0}\").save_pretrained(\"{0}\")'",
          name, other, kTokenizerJson);
  io_error(
      "{}: found neither {} nor {} nor {} nor {}, expected one of them; copy it from the base "
      "model's folder",
      name, kTokenizerJson, kVocabulary, kVocabularyJson, kWords);
}

}  // namespace

TokenizerFiles read_tokenizer_files(const Path& folder) {
  if (format::is_gguf(folder))
    return gguf_tokenizer_files(format::GgufFile(folder).keys(), escaped(folder.native(), 1000));
  const auto read = [&](const char* name) { return read_if_present(folder / name); };
  TokenizerFiles files;
  files.tokenizer_json = read(kTokenizerJson);
  if (files.tokenizer_json.content.empty()) {
    files.vocabulary = read(kVocabulary);
    files.vocabulary_json = read(kVocabularyJson);
    files.merges = read(kMerges);
    if (files.vocabulary.content.empty() && files.vocabulary_json.content.empty()) {
      files.words = read(kWords);
      if (files.words.content.empty()) refuse_folder(folder);
    }
  }
  files.config = read(kTokenizerConfig);
  files.special_tokens = read(kSpecialTokens);
  files.added_tokens = read(kAddedTokens);
  files.model_config = read(kModelConfig);
  return files;
}

std::vector<Path> present_files(const Path& folder) {
  if (format::is_gguf(folder)) return {folder};
  std::vector<Path> present;
  for (const char* name : {kTokenizerJson, kVocabulary, kVocabularyJson, kMerges, kTokenizerConfig,
                           kSpecialTokens, kAddedTokens, kChatTemplateFile, kWords})
    if (std::filesystem::exists(folder / name)) present.push_back(folder / name);
  return present;
}

}  // namespace tutti::data
