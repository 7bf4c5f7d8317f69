// SPDX-License-Identifier: Apache-2.0
// Tokenizers of the BERT family (WordPiece) and of causal models (byte-level and SentencePiece
// BPE): equal to Hugging Face's fast tokenizers token by token. Our own because that library is
// Rust without a C interface, which would need a second toolchain.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.h"
#include "data/tokenizer/encoding.h"
#include "data/tokenizer/tokenizer_files.h"

namespace tutti::data {

/// Turns texts into tokens. It never changes, so threads may share it.
class Tokenizer {
 public:
  /// Reads a model's folder as transformers' AutoTokenizer does: tokenizer.json, or vocab.txt, or
  /// vocab.json with merges.txt, and what tokenizer_config.json and the other files beside it add;
  /// or words.txt, a list of words; or a GGUF file. Throws UserError that names file and place for
  /// a file that is malformed, that needs what is not supported, or that lacks a special token.
  explicit Tokenizer(const Path& folder_or_gguf);
  explicit Tokenizer(const TokenizerFiles& files);
  ~Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;

  /// Returns the tokens of a text, without special tokens around them. Ill-formed UTF-8 is read as
  /// U+FFFD. Throws a UserError for a text of 2 GiB or more.
  Encoding encode(std::string_view text) const;
  /// Encodes each text, on `threads` threads.
  std::vector<Encoding> encode_all(std::span<const std::string_view> texts, int threads) const;

  /// Puts the special tokens of the single template around an encoding.
  Encoding with_special_tokens(const Encoding& encoding) const;
  const Template& single_template() const;
  const Template& pair_template() const;

  /// Returns the largest id + 1, including added tokens.
  int32_t vocabulary_size() const;
  /// The text of a token. Throws UserError if no token has the id.
  std::string_view token(int32_t id) const;
  std::optional<int32_t> id_of(std::string_view token) const;

  /// The id of the token that the files give a role: "bos", "eos", "unk", "sep", "pad", "cls",
  /// "mask". BERT's tokenizers always have cls, sep, pad and unk.
  std::optional<int32_t> special_id(std::string_view role) const;
  /// Throw UserError where the files name no such token.
  int32_t cls_id() const;
  int32_t pad_id() const;
  /// Whether a token is special: a role's, or one that the files call special.
  bool is_special(int32_t id) const;

  /// The text of tokens, in well-formed UTF-8: bytes that are not have U+FFFD instead. Throws
  /// UserError if no token has an id.
  std::string decode(std::span<const int32_t> ids, bool skip_special_tokens) const;

  /// The tokenizer's files in the folder that it was read from, its chat template among them, or
  /// the GGUF file. A written model folder gets copies of those of a folder.
  const std::vector<Path>& files() const;
  /// All files that results depend on: those, and the model's config.json if there is one.
  std::vector<Path> sources() const;
  /// That folder or GGUF file; empty for a tokenizer that was made from contents.
  const Path& path() const;

 private:
  friend class TextStream;
  struct State;
  std::unique_ptr<const State> state_;
};

/// Decodes tokens one by one. What push() and finish() return is together what decode() returns of
/// all tokens; only where tokens of single bytes, like <0xE2>, turn out to be ill-formed UTF-8
/// after well-formed bytes were returned, decode() makes U+FFFD of those too.
class TextStream {
 public:
  /// The tokenizer must outlive the stream.
  TextStream(const Tokenizer& tokenizer, bool skip_special_tokens);
  ~TextStream();
  TextStream(TextStream&&) noexcept;
  TextStream& operator=(TextStream&&) noexcept;

  /// The text that another token completes: never a part of a character. Throws UserError if no
  /// token has the id.
  std::string push(int32_t id);
  /// The rest of the text. The stream then begins a new one.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tutti::data
