// SPDX-License-Identifier: Apache-2.0
// Word files, each word of which is predicted: blocks of one stream of words.
#pragma once

#include "task/task.h"

namespace tutti::task::lm {

/// The words of the files in their order, as those of WikiText are counted: each line's words and
/// "<eos>", blank lines too. Another tokenizer's tokens take the place of words, and its end of
/// text that of "<eos>".
///
/// A feature is a block of `max_length` words, the last one shorter. Each of them is predicted,
/// from the word before the block and those before it in the block; nothing is carried from block
/// to block. The first of all follows "<eos>".
class WordDataset : public Dataset, private data::FeatureSource {
 public:
  /// `sees_later_words` is that of the model: its losses are no language model's, and give no
  /// perplexity.
  WordDataset(const std::vector<std::string>& lines, const data::Tokenizer& tokenizer,
              const Reading& reading, bool sees_later_words);

  const data::FeatureSource& features() const override { return *this; }
  std::string key() const override;
  std::string description() const override;
  /// Means over all words: `loss`, `token_accuracy` and `perplexity`, the exponential of the loss.
  Evaluation evaluate(const Outputs& outputs) const override;
  Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  int64_t words() const { return static_cast<int64_t>(ids_.size()) - 1; }
  int64_t size() const override;
  int32_t length(int64_t feature) const override;
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override;
  int32_t padding_id() const override { return 0; }  // padding is never predicted
  std::vector<data::ArraySpec> labels() const override;
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const override;
  /// The words before those of a block.
  std::span<const int32_t> inputs(int64_t feature) const;

  std::vector<int32_t> ids_;  // an end of text, then the words
  int64_t block_;
  bool sees_later_words_;
};

}  // namespace tutti::task::lm
