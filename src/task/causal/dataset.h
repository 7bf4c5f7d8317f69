// SPDX-License-Identifier: Apache-2.0
// Documents of which tokens that count are predicted from those before them.
#pragma once

#include "data/packing.h"
#include "task/causal/labelled_tokens.h"
#include "task/task.h"

namespace tutti::task::causal {

class DocumentDataset : public Dataset, private data::FeatureSource {
 public:
  /// A document that is longer than `reading.max_length` loses its end, unless `packing` splits it.
  /// Then documents without a token that counts are left out; the first token of a document never
  /// counts, as nothing comes before it. Both are logged with their counts; throws a UserError if
  /// nothing is left. With `packing` a feature is a row that documents share, and else a document.
  DocumentDataset(std::vector<LabelledTokens> documents, const Reading& reading,
                  std::optional<data::PackingStrategy> packing = std::nullopt);

  const data::FeatureSource& features() const override { return *this; }
  std::string key() const override;
  /// "93324 tokens (31.2 % count in the loss) in 1000 examples, packed into 94 rows (99.3 % full)".
  std::string description() const override;
  /// Means over all tokens that count: `loss`, `perplexity` and `token_accuracy`.
  Evaluation evaluate(const Outputs& outputs) const override;
  /// The same of a single text.
  Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  int64_t size() const override { return static_cast<int64_t>(rows_.size()); }
  int32_t length(int64_t feature) const override;
  std::vector<data::Segment> segments(int64_t feature) const override;
  int32_t counted_tokens(int64_t feature) const override;
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override;
  int32_t padding_id() const override { return 0; }  // padding is never predicted
  std::vector<data::ArraySpec> labels() const override;
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const override;
  void cut(int64_t most_tokens);
  void drop_what_does_not_count();
  const data::PackedRow& at(int64_t feature) const { return rows_[static_cast<size_t>(feature)]; }
  std::span<const int32_t> ids_of(const data::PackedPiece& piece) const;
  /// Of each token of a piece but the first: whether the loss counts it.
  std::span<const uint8_t> counts_of(const data::PackedPiece& piece) const;

  std::vector<LabelledTokens> documents_;
  std::vector<data::PackedRow> rows_;    // by feature
  std::vector<int32_t> first_segments_;  // the number of each row's first segment in the data set
  int64_t row_length_ = 0;               // tokens that a row has room for; 0: rows are documents
  int64_t tokens_ = 0, counted_ = 0;
};

}  // namespace tutti::task::causal
