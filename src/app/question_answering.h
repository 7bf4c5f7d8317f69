// SPDX-License-Identifier: Apache-2.0
// What train, evaluate, predict and benchmark share: a model's folder, its weights, data.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands.h"
#include "data/rows.h"
#include "data/tokenizer/tokenizer.h"
#include "model/bert.h"
#include "model/weights.h"
#include "task/squad/features.h"
#include "task/squad/question_answering.h"
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

/// How values for what a model's files lack are made.
struct FirstValues {
  uint64_t seed = 42;
  bool of_any_tensor = false;  // --allow_missing_tensors; else only of a head to be learned
};

/// Reads the weights and says what was missing or not expected. Where more is missing than a new
/// head, a UserError names it.
model::Weights read_weights(const QaModel& model, const FirstValues& first);

/// The same, and first values with a warning for a folder that has no weights at all.
model::Weights read_or_make_weights(const QaModel& model, const FirstValues& first);

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

/// Holds that a question and its context say something.
void expect_texts(const std::string& question, const std::string& context);

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
              int64_t max_seq_length, const FirstValues& first, int threads);

  std::unique_ptr<backend::Backend> backend;
  train::Programs programs;
  std::vector<backend::Buffer> parameters;  // as Programs::forward_parameters gives them
};

}  // namespace tutti::app
