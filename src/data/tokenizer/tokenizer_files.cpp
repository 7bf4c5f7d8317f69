// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/tokenizer_files.h"

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/gguf_tokenizer.h"
#include "data/tokenizer/tokenizer.h"
#include "format/gguf.h"

namespace tutti::data {
namespace {

constexpr const char* kTokenizerJson = "tokenizer.json";
constexpr const char* kVocabulary = "vocab.txt";

constexpr const char* kSpecialTokens = "special_tokens_map.json";
constexpr const char* kChatTemplate =
    "chat_template.jinja";  // read by chat_template/model_template
constexpr const char* kWords = "words.txt";

TokenizerFiles::File read_if_present(const Path& path) {
  constexpr size_t kLimit = size_t{64} << 20;
  TokenizerFiles::File file = {escaped(path.native(), 1000), {}};
  if (!std::filesystem::exists(path)) return file;
  file.content = read_file(path, kLimit);
  if (file.content.empty()) user_error("{}: the file is empty; restore it", file.name);
  return file;
}

}  // namespace

TokenizerFiles read_tokenizer_files(const Path& folder) {
  if (format::is_gguf(folder))
    return gguf_tokenizer_files(format::GgufFile(folder).keys(), escaped(folder.native(), 1000));
  TokenizerFiles files;
  files.tokenizer_json = read_if_present(folder / kTokenizerJson);
  if (files.tokenizer_json.content.empty())
    files.vocabulary = read_if_present(folder / kVocabulary);
  if (files.tokenizer_json.content.empty() && files.vocabulary.content.empty())
    files.words = read_if_present(folder / kWords);
  if (files.tokenizer_json.content.empty() && files.vocabulary.content.empty() &&
      files.words.content.empty())
    io_error(
        "{}: found neither {} nor {} nor {}, expected one of them; copy it from the model's "
        "folder",
        escaped(folder.native(), 1000), kTokenizerJson, kVocabulary, kWords);
  files.config = read_if_present(folder / kTokenizerConfig);
  files.special_tokens = read_if_present(folder / kSpecialTokens);
  return files;
}

std::vector<Path> present_files(const Path& folder) {
  if (format::is_gguf(folder)) return {folder};
  std::vector<Path> present;
  for (const char* name :
       {kTokenizerJson, kVocabulary, kTokenizerConfig, kSpecialTokens, kChatTemplate, kWords})
    if (std::filesystem::exists(folder / name)) present.push_back(folder / name);
  return present;
}

}  // namespace tutti::data
