// SPDX-License-Identifier: Apache-2.0
// What train, evaluate, predict and benchmark share: a model's folder, data, and answers from
// logits.
#pragma once

#include <atomic>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands.h"
#include "data/rows.h"
#include "data/tokenizer/tokenizer.h"
#include "model/bert.h"
#include "model/weights.h"
#include "task/squad/answers.h"
#include "task/squad/features.h"
#include "task/squad/question_answering.h"
#include "task/squad/score.h"
#include "train/programs.h"

namespace tutti::app {

/// A model's folder, read but for its weights.
struct QaModel {
  QaModel(const std::string& model, const std::string& tokenizer_name,
          const std::string& cache_dir);

  Path folder;
  nlohmann::ordered_json config_json;  // as the file says
  model::BertConfig config;
  data::Tokenizer tokenizer;
  task::Objective objective;
};

/// Holds that the model has a position for each token of --max_seq_length.
void expect_positions(const QaModel& model, int64_t max_seq_length);

/// Reads the weights and says what was missing or not expected.
model::Weights read_weights(const QaModel& model, uint64_t seed);

/// The same, and first values with a warning for a folder that has no weights at all.
model::Weights read_or_make_weights(const QaModel& model, uint64_t seed);

/// Writes config.json and the tokenizer's files, as transformers reads them.
void write_model_files(const QaModel& model, const Path& folder);

/// Features, from the cache where they were made before, and the corpus where answers are read from
/// it: none for Purpose::train.
struct QaData {
  task::squad::Corpus corpus;
  std::optional<task::squad::FeatureSet> features;
  std::string key;  // a hash over what they were made from
};
struct QaDataOptions {
  std::vector<Path> files;  // of one split
  task::squad::FeatureOptions features;
  std::optional<int64_t> max_samples;  // the first questions only
  int64_t threads = 1;
  bool overwrite_cache = false;
  bool version_2 = false;  // questions without an answer are expected
};
QaData read_data(const QaModel& model, const QaDataOptions& options);

/// One question about one context, read with `features`.
QaData one_question(const QaModel& model, const std::string& question, const std::string& context,
                    const task::squad::FeatureOptions& features, int threads);

/// --precision: whether to compute in bf16. `auto` follows what this machine does faster.
bool wants_bf16(const std::string& precision, const std::string& backend);

/// --pack: how a batch's features become rows. Where shapes should be few, rows are of
/// max_seq_length and their number one of three for batches of so many features.
data::Layout layout_of(const std::string& pack, int64_t max_seq_length, bool few_shapes,
                       int64_t features);

/// Holds that a device has `bytes` for `what` beside `taken`; a UserError of exit code 4 else.
void expect_memory(const backend::Backend& backend, int64_t bytes, const std::string& what,
                   int64_t taken = 0);

/// A model with its weights on a backend, ready to run @forward.
struct LoadedModel {
  LoadedModel(const QaModel& model, const std::string& backend_name, const std::string& precision,
              int64_t max_seq_length, int64_t seed, int threads);

  std::unique_ptr<backend::Backend> backend;
  train::Programs programs;
  std::vector<backend::Buffer> parameters;  // as Programs::forward_parameters gives them
};

/// The largest shape of Predictions' batches of such features, and how many batches there are.
struct PredictionShape {
  task::BatchShape largest;
  int64_t batches = 0;
};
PredictionShape prediction_shape(const task::squad::FeatureSet& features, int64_t batch,
                                 const data::Layout& layout);

/// Compiles what Predictions runs on its largest batch. Where that does not fit into memory, a
/// UserError of exit code 4 names the largest --per_device_eval_batch_size that does.
void expect_evaluation_fits(train::Programs& programs, const task::squad::FeatureSet& features,
                            int64_t batch, const std::function<data::Layout(int64_t)>& layout);

/// Logits of every feature, by running @forward over batches of about `batch` features. Packed,
/// they are sorted into rows of one length, so that one program is compiled.
class Predictions {
 public:
  /// `parameters` are those that Programs::forward_parameters gives. Where `stop` is raised
  /// meanwhile, they stay incomplete.
  Predictions(train::Programs& programs, std::span<const backend::Buffer> parameters,
              const task::squad::FeatureSet& features, int64_t batch, const data::Layout& layout,
              const std::atomic<int>* stop = nullptr);
  bool complete() const { return complete_; }
  std::vector<task::squad::FeatureLogits> logits() const;
  double seconds() const { return seconds_; }

 private:
  void run(train::Programs& programs, std::span<const backend::Buffer> parameters,
           const task::squad::FeatureSet& features, std::span<const int64_t> indices,
           int64_t capacity, const data::Layout& layout);

  std::vector<std::vector<float>> start_, end_;
  bool complete_ = true;
  double seconds_ = 0;
};

struct QaEvaluation {
  std::vector<task::squad::QuestionAnswer> answers;
  task::squad::Score score;
  int64_t features = 0;
  double seconds = 0;
  /// eval_results.json: eval_exact_match and eval_f1, or v2's names, and the run's figures.
  nlohmann::ordered_json results(bool version_2) const;
};
QaEvaluation evaluate(const QaData& data, const Predictions& predictions,
                      const task::squad::AnswerOptions& options);

/// Writes eval_predictions.json, eval_nbest_predictions.json, eval_results.json and, of SQuAD
/// v2.0, eval_null_odds.json.
void write_evaluation(const QaEvaluation& evaluation, bool version_2, const Path& folder);

}  // namespace tutti::app
