// SPDX-License-Identifier: Apache-2.0
// Texts with labels as the training loop and an evaluation take them.
#pragma once

#include "base/text.h"
#include "task/classification/problem.h"
#include "task/label_names.h"
#include "task/task.h"

namespace tutti::task::classification {

/// What a classifier's outputs mean.
struct Head {
  LabelNames labels;
  Problem problem = Problem::single_label;
  std::vector<float> class_weights = {};  // of losses; none: 1
};

class TextDataset : public Dataset, private data::FeatureSource {
 public:
  /// Each example becomes a feature; texts that are too long are cut. A label that is not one
  /// of the head's is a UserError.
  TextDataset(std::vector<Example> examples, const data::Tokenizer& tokenizer, Head head,
              const Reading& reading);

  const data::FeatureSource& features() const override { return *this; }
  std::string key() const override;
  std::string description() const override { return counted(size(), "text"); }
  std::vector<std::pair<std::string, std::string>> particulars() const override;
  Evaluation evaluate(const Outputs& outputs) const override;
  Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  void add_target(const Example& example);
  /// The logits of a feature, all of them finite.
  const std::vector<float>& logits_of(const Outputs& outputs, size_t feature) const;
  /// What they say, as an evaluation's file has it: a class, a list of them, or a number.
  nlohmann::ordered_json prediction(const std::vector<float>& logits) const;
  Evaluation scored(const Outputs& outputs) const;

  int64_t size() const override { return static_cast<int64_t>(features_.size()); }
  int32_t length(int64_t feature) const override {
    return static_cast<int32_t>(at(feature).ids.size());
  }
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override;
  int32_t padding_id() const override { return padding_id_; }
  std::vector<data::ArraySpec> labels() const override;
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const override;
  const data::TypedTokens& at(int64_t feature) const {
    return features_[static_cast<size_t>(feature)];
  }

  std::vector<Example> examples_;
  Head head_;
  std::vector<data::TypedTokens> features_;
  std::vector<int32_t> targets_;  // of one class: the label of each
  std::vector<float> goals_;      // else of each the labels' goals
  int32_t padding_id_ = 0;
};

}  // namespace tutti::task::classification
