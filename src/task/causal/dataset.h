// SPDX-License-Identifier: Apache-2.0
// Documents of which each token is predicted from those before it.
#pragma once

#include "task/task.h"

namespace tutti::task::causal {

class DocumentDataset : public Dataset, private data::FeatureSource {
 public:
  /// Each text becomes a feature, its end marked by the tokenizer's end-of-text token where it has
  /// one. A longer text than `reading.max_length` loses its end, which is said and counted.
  DocumentDataset(const std::vector<std::string>& texts, const data::Tokenizer& tokenizer,
                  const Reading& reading);

  const data::FeatureSource& features() const override { return *this; }
  std::string key() const override;
  std::string description() const override;
  /// Means over all tokens that are predicted: `loss`, `perplexity` and `token_accuracy`.
  Evaluation evaluate(const Outputs& outputs) const override;
  /// The same of a single text.
  Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  int64_t size() const override { return static_cast<int64_t>(documents_.size()); }
  int32_t length(int64_t feature) const override {
    return static_cast<int32_t>(at(feature).size());
  }
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override;
  int32_t padding_id() const override { return 0; }  // padding is never predicted
  std::vector<data::ArraySpec> labels() const override;
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const override;
  const std::vector<int32_t>& at(int64_t feature) const {
    return documents_[static_cast<size_t>(feature)];
  }

  std::vector<std::vector<int32_t>> documents_;  // token ids
  int64_t tokens_ = 0;
};

}  // namespace tutti::task::causal
