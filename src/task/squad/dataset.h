// SPDX-License-Identifier: Apache-2.0
// Questions and contexts as the training loop and an evaluation take them.
#pragma once

#include "task/squad/arguments.h"
#include "task/squad/features.h"
#include "task/squad/score.h"

namespace tutti::task::squad {

class QuestionDataset : public Dataset {
 public:
  /// `corpus` may be empty if the features are only trained on; else the features are its own.
  QuestionDataset(Corpus corpus, FeatureSet features, std::string key, AnswerOptions options)
      : corpus_(std::move(corpus)),
        features_(std::move(features)),
        key_(std::move(key)),
        options_(options) {}

  const data::FeatureSource& features() const override { return features_; }
  std::string key() const override { return key_; }
  std::string description() const override;
  Evaluation evaluate(const Outputs& outputs) const override;
  task::Answer answer(const Outputs& outputs, size_t count) const override;

 private:
  std::vector<QuestionAnswer> answers(const Outputs& outputs) const;

  Corpus corpus_;
  FeatureSet features_;
  std::string key_;
  AnswerOptions options_;
};

/// Reads the files, from the cache of features where they were prepared before.
std::unique_ptr<Dataset> read_dataset(const ModelFolder& folder, const Arguments& arguments,
                                      const Reading& reading);

/// The question and context of the arguments.
std::unique_ptr<Dataset> example_dataset(const ModelFolder& folder, const Arguments& arguments,
                                         Use use, int64_t max_length, int threads);

/// {"exact_match", "f1"}, or v2.0's names with `metric`.
nlohmann::ordered_json metrics_of(const Score& score, Metric metric);

/// A line of the scores; of SQuAD v2.0 two more, for the questions with and those without an
/// answer.
std::string score_text(const Score& score);

}  // namespace tutti::task::squad
