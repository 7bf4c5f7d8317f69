// SPDX-License-Identifier: Apache-2.0
// Rows of texts that are compared, as the training loop takes them.
#pragma once

#include "task/embedding/examples.h"
#include "task/embedding/objective.h"
#include "task/task.h"

namespace tutti::task::embedding {

/// The tokens of texts in the tokenizer's template; texts that are too long are cut. A text without
/// any is a UserError, which `where` names.
std::vector<data::TypedTokens> tokens_of_texts(const std::vector<std::string_view>& texts,
                                               const data::Tokenizer& tokenizer, int64_t max_length,
                                               int threads,
                                               const std::function<std::string(size_t)>& where);

/// Marks the tokens of a text, the `index`th of the batch's, which begin at `begin`.
void mark_text(data::Batch& batch, Pooling pooling, size_t begin, size_t tokens, size_t index);

/// Each row is a feature, and each of its texts a segment of that.
class Tuples : public Dataset, private data::FeatureSource {
 public:
  Tuples(Examples examples, const data::Tokenizer& tokenizer, EmbeddingForm form,
         const Reading& reading);

  const data::FeatureSource& features() const override { return *this; }
  std::string key() const override;
  std::string description() const override;
  std::vector<std::pair<std::string, std::string>> particulars() const override;
  Evaluation evaluate(const Outputs& outputs) const override;
  Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  int64_t size() const override { return static_cast<int64_t>(lengths_.size()); }
  int32_t length(int64_t feature) const override { return lengths_[static_cast<size_t>(feature)]; }
  std::vector<data::Segment> segments(int64_t feature) const override;
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override;
  int32_t padding_id() const override { return padding_id_; }
  std::vector<data::ArraySpec> labels() const override { return label_arrays(); }
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const override;
  std::span<const data::TypedTokens> texts_of(int64_t feature) const;

  EmbeddingForm form_;
  std::vector<std::string> columns_;
  std::vector<data::TypedTokens> texts_;  // columns of the first feature, then of the next
  std::vector<float> scores_;
  std::vector<int32_t> lengths_;
  int32_t padding_id_ = 0;
};

}  // namespace tutti::task::embedding
