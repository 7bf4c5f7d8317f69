// SPDX-License-Identifier: Apache-2.0
// Single texts, each a feature of its own: what is embedded, and compared on the host.
#pragma once

#include "task/embedding/tuples.h"

namespace tutti::task::embedding {

class Texts : public Dataset, private data::FeatureSource {
 public:
  /// `columns` are those of the objective. A text fills the first one.
  Texts(std::vector<std::string> texts, const data::Tokenizer& tokenizer, Pooling pooling,
        int64_t columns, const Reading& reading, const std::string& prompt = {});

  const data::FeatureSource& features() const override { return *this; }
  std::string key() const override;
  std::string description() const override;
  Evaluation evaluate(const Outputs& outputs) const override;
  /// The first text's vector, and the cosine of the first two.
  Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  int64_t size() const override { return static_cast<int64_t>(tokens_.size()); }
  int32_t length(int64_t feature) const override {
    return static_cast<int32_t>(tokens_[static_cast<size_t>(feature)].ids.size());
  }
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override;
  int32_t padding_id() const override { return padding_id_; }
  std::vector<data::ArraySpec> labels() const override { return label_arrays(); }
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const override;

  std::vector<std::string> texts_;
  std::vector<data::TypedTokens> tokens_;
  Pooling pooling_;
  size_t columns_;
  int threads_;
  int32_t padding_id_ = 0;
};

/// The texts of examples and of a corpus, each once, and what they are compared for: scored pairs
/// by Spearman's correlation; other rows by what a search for the first text finds, whose second
/// one is relevant, among the other texts of all rows and the corpus; triplets also by how many
/// rank right.
class ComparedTexts : public Dataset {
 public:
  ComparedTexts(Examples examples, const std::vector<std::string>& corpus,
                const data::Tokenizer& tokenizer, Pooling pooling, int64_t columns,
                const Reading& reading, const std::string& prompt = {});

  const data::FeatureSource& features() const override { return texts_->features(); }
  std::string key() const override { return texts_->key(); }
  std::string description() const override;
  Evaluation evaluate(const Outputs& outputs) const override;
  bool measures(std::string_view metric) const override;
  Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  size_t index_of(const std::string& text);
  void add_score(const std::vector<std::vector<float>>& vectors, Evaluation& found) const;
  void add_search(const std::vector<std::vector<float>>& vectors, Evaluation& found) const;

  std::map<std::string, size_t, std::less<>> numbers_;
  std::vector<std::string> distinct_;
  std::vector<std::vector<size_t>> rows_;  // the numbers of each row's texts
  std::vector<size_t> documents_;
  std::vector<double> scores_;  // empty: there are none
  int threads_;
  std::unique_ptr<Texts> texts_;
};

/// The cosine of two vectors, 0 for one of zeros.
double cosine_of(std::span<const float> x, std::span<const float> y);

}  // namespace tutti::task::embedding
