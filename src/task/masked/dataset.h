// SPDX-License-Identifier: Apache-2.0
// Texts with hidden words as the training loop and an evaluation take them.
#pragma once

#include "data/tokenizer/tokenizer.h"
#include "task/masked/masking.h"
#include "task/task.h"

namespace tutti::task::masked {

/// With the names of transformers' run_mlm.
struct TextArguments {
  std::string text_column_name = {};  // empty: text
  double mlm_probability = 0.15;
  bool whole_word_mask = false;
  bool line_by_line = false;  // a text is a feature; else all texts are one, cut into features
};

/// A feature before words are hidden.
struct Tokens {
  std::vector<int32_t> ids, types;
  std::vector<TokenKind> kinds;
};

/// The texts of files: the lines of a text, or a column of records. An empty line is no text.
std::vector<std::string> read_texts(const Reading& reading, const TextArguments& arguments);

/// The features of texts. One that is too long for its line is cut, with a warning.
std::vector<Tokens> features_of(const std::vector<std::string>& texts,
                                const data::Tokenizer& tokenizer, bool line_by_line,
                                const Reading& reading);

class MaskedDataset : public Dataset {
 public:
  MaskedDataset(std::vector<Tokens> tokens, MaskOptions options, int32_t padding);
  ~MaskedDataset() override;

  /// As an evaluation takes it, always with the same words hidden.
  const data::FeatureSource& features() const override;
  std::string key() const override;
  std::string description() const override;
  Evaluation evaluate(const Outputs& outputs) const override;
  Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  class Source;
  std::vector<Tokens> tokens_;
  MaskOptions options_;
  int32_t padding_;
  std::unique_ptr<Source> fixed_;
};

/// The words that a text with masks may have there.
class FilledDataset : public Dataset, private data::FeatureSource {
 public:
  /// A text without a mask, and one that is too long, are UserErrors.
  FilledDataset(const std::string& text, const data::Tokenizer& tokenizer, int64_t max_length);

  const data::FeatureSource& features() const override { return *this; }
  std::string key() const override { return ""; }
  std::string description() const override { return "1 text"; }
  Evaluation evaluate(const Outputs&) const override { return {}; }
  Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  int64_t size() const override { return 1; }
  int32_t length(int64_t) const override { return static_cast<int32_t>(tokens_.ids.size()); }
  void write(int64_t, std::span<int32_t> ids, std::span<int32_t> types) const override;
  int32_t padding_id() const override { return tokenizer_.pad_id(); }
  std::vector<data::ArraySpec> labels() const override;
  void write_labels(int64_t, const data::Slot&, data::Batch&) const override {}

  const data::Tokenizer& tokenizer_;
  std::string text_;
  data::TypedTokens tokens_;
  std::vector<size_t> masks_;
};

}  // namespace tutti::task::masked
