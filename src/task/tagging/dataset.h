// SPDX-License-Identifier: Apache-2.0
// Sentences with a tag for each word as the training loop and an evaluation take them.
#pragma once

#include "task/label_names.h"
#include "task/tagging/words.h"
#include "task/task.h"

namespace tutti::task::tagging {

struct TagArguments : ColumnArguments {
  bool label_all_tokens = false;  // the tokens after a word's first one have its tag too
  bool return_entity_level_metrics = false;
};

class TagDataset : public Dataset, private data::FeatureSource {
 public:
  /// Each sentence becomes a feature; what is beyond the longest one is left out, with a warning. A
  /// tag that is not in `labels` is a UserError. Sentences without tags get one after another.
  TagDataset(std::vector<Sentence> sentences, const data::Tokenizer& tokenizer, LabelNames labels,
             const TagArguments& arguments, const Reading& reading, bool has_tags);

  const data::FeatureSource& features() const override { return *this; }
  std::string key() const override;
  std::string description() const override;
  std::vector<std::pair<std::string, std::string>> particulars() const override;
  Evaluation evaluate(const Outputs& outputs) const override;
  bool measures(std::string_view metric) const override {
    return metric != "strict_f1" || scheme_.has_value();
  }
  Answer answer(const Outputs& outputs, size_t count) const override;

  /// How many words are not in their sentence's feature.
  int64_t words_left_out() const { return left_out_; }

 private:
  struct Feature {
    data::TypedTokens tokens;
    std::vector<int32_t> targets;  // of each token; -1: the loss does not count it
    std::vector<size_t> words;     // of the sentence, that are in it
    std::vector<size_t> first;     // the first token of each of them
  };
  /// The tags that a model's logits give the words of a sentence, and their probabilities. A word
  /// without tokens has O.
  struct Tagged {
    std::vector<std::string> tags;
    std::vector<double> probabilities;
  };

  void add_feature(size_t sentence, const data::Tokenizer& tokenizer, const Reading& reading);
  void set_targets(const SplitSentence& split, size_t sentence, size_t word, Feature& feature,
                   size_t end) const;
  Tagged tagged(size_t sentence, std::span<const float> logits) const;
  nlohmann::ordered_json spans_of(size_t sentence, const Tagged& tagged) const;

  int64_t size() const override { return static_cast<int64_t>(features_.size()); }
  int32_t length(int64_t feature) const override {
    return static_cast<int32_t>(at(feature).tokens.ids.size());
  }
  int32_t counted_tokens(int64_t feature) const override;
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override;
  int32_t padding_id() const override { return padding_id_; }
  std::vector<data::ArraySpec> labels() const override;
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const override;
  const Feature& at(int64_t feature) const { return features_[static_cast<size_t>(feature)]; }

  std::vector<Sentence> sentences_;
  LabelNames labels_;
  TagArguments arguments_;
  std::optional<Scheme> scheme_;
  std::vector<SplitSentence> split_;
  std::vector<Feature> features_;
  int64_t left_out_ = 0;
  int32_t padding_id_ = 0;
};

/// The metrics of entities: precision, recall and F1 of all types, and where wanted of each.
Evaluation score_entities(const EntityScores& scores, bool of_each);

}  // namespace tutti::task::tagging
