// SPDX-License-Identifier: Apache-2.0
// What a model is trained for. A TaskKind is one of the tasks that there are, with its arguments;
// opened on a model it is a Task, which reads files as Datasets. Training, evaluation, prediction
// and validation know tasks by these three classes alone; task/tasks.def lists them.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/argument.h"
#include "base/files.h"
#include "data/tokenizer/tokenizer.h"
#include "model/model.h"
#include "task/objective.h"

namespace tutti::task {

/// The command that a task works for.
enum class Use { train, evaluate, predict, benchmark, validate, score };

enum class Split { train, validation };
/// "train", "validation": how the names of a split's files begin.
std::string_view name_of(Split split);

/// A model's folder or GGUF file, read except for its weights.
struct ModelFolder {
  /// `tokenizer_folder` has the tokenizer's files; it may be a GGUF file too. A config.json or
  /// tokenizer that is missing or malformed and two that do not belong together are UserErrors.
  ModelFolder(const Path& folder, const Path& tokenizer_folder);

  Path path;
  Path head;  // where files of the head lie: the folder of an adapter, or the same
  nlohmann::ordered_json config;  // as read_config() gives it, in the file's order
  model::Model model;
  data::Tokenizer tokenizer;
};

/// A model folder's config.json, or a GGUF file's equivalent; and its name in errors.
nlohmann::ordered_json read_config(const Path& folder_or_gguf);
std::string config_name(const Path& folder_or_gguf);

/// A share of the samples of files to train on that is kept for validation.
struct ValidationShare {
  double share = 0;   // in (0, 1)
  uint64_t seed = 0;  // says which
};

/// How a data set's files are read.
struct Reading {
  std::vector<Path> files = {};  // of one split
  Split split = Split::train;
  int64_t max_length = 384;                   // tokens of a feature, special tokens included
  std::optional<ValidationShare> share = {};  // the files have both splits: only this one's samples
  std::optional<int64_t> max_samples = {};    // the first samples of the split only
  int threads = 1;
  std::optional<Path> cache = {};  // folder where prepared features are kept
  bool overwrite_cache = false;    // prepare them again
};

struct ResultFile {
  std::string name;                    // "predictions.json"; a prefix says which evaluation
  std::optional<std::string> content;  // nothing: a file that an earlier evaluation left is removed
};

/// How well a model did on a data set.
struct Evaluation {
  nlohmann::ordered_json metrics;  // {"exact_match": 81.2, "f1": 88.3}
  std::string text;                // the same for a reader, with line ends
  std::vector<ResultFile> files;
};

/// A model's answer to one input.
struct Answer {
  nlohmann::ordered_json json;  // the input, and "answers", best first
  std::string text;             // where there are no "answers": what is said to a reader
};

/// The features of one split.
class Dataset {
 public:
  virtual ~Dataset() = default;
  virtual const data::FeatureSource& features() const = 0;
  /// A hash over what the features were made from.
  virtual std::string key() const = 0;
  /// "368 questions, 371 features".
  virtual std::string description() const = 0;
  /// Further facts about it that a training prints before it begins: lines of a name and a text.
  virtual std::vector<std::pair<std::string, std::string>> particulars() const { return {}; }
  /// Of a data set read for validation: `outputs` are those of all its features.
  virtual Evaluation evaluate(const Outputs& outputs) const = 0;
  /// Whether evaluate() gives a metric that the task has.
  virtual bool measures(std::string_view) const { return true; }
  /// Of an example: its at most `count` best answers.
  virtual Answer answer(const Outputs& outputs, size_t count) const = 0;
};

/// Texts that are embedded, each with a prompt before it: the one given, or the model's of that
/// name, or its default.
struct PromptedTexts {
  std::vector<std::string> texts;
  std::string prompt, prompt_name;
};

/// A task on a model.
class Task {
 public:
  virtual ~Task() = default;
  virtual const Objective& objective() const = 0;
  virtual std::unique_ptr<Dataset> read(const Reading& reading) const = 0;
  /// The input that the arguments describe, as a data set of Use::predict or Use::validate; the
  /// latter is one feature alone, with labels.
  virtual std::unique_ptr<Dataset> example(Use use, int64_t max_length, int threads) const = 0;
  /// Tokens of a feature where nobody says how many, if the model's files say it.
  virtual std::optional<int64_t> length() const { return std::nullopt; }
  /// Whether the loss of a feature depends on the others of its micro-batch.
  virtual bool compares_features() const { return false; }
  /// Texts whose outputs are their embeddings; a UserError for a task that embeds none.
  virtual std::unique_ptr<Dataset> of_texts(const PromptedTexts& texts,
                                            const Reading& reading) const;
  /// Whether evaluations of this model give one of the metrics of its kind.
  virtual bool measures(std::string_view) const { return true; }
  /// Sets config.json's members about the head: "architectures" and what it needs to be read again.
  virtual void describe(nlohmann::ordered_json& config) const = 0;
  /// Files that a written model folder gets in place of the model's own of the same name, or those
  /// that it must not have.
  virtual std::vector<ResultFile> files() const { return {}; }
};

struct Metric {
  std::string name;  // a key of Evaluation::metrics
  bool larger_is_better = true;
};

/// What a task needs to be opened.
struct Opening {
  const ModelFolder& folder;      // must outlive the task
  std::vector<Path> train_files;  // where there are any: some tasks learn their labels from them
};

/// One of the tasks that there are, with its arguments at their defaults for a command until a
/// command line sets them.
class TaskKind {
 public:
  virtual ~TaskKind() = default;
  virtual std::string_view name() const = 0;  // "question-answering", as transformers' pipelines
  /// How the names of transformers' classes for it may end: "ForQuestionAnswering".
  virtual std::vector<std::string_view> heads() const = 0;
  /// The file that describes a model of it which has no head; empty if there is none.
  virtual std::string_view description() const { return ""; }
  /// Its arguments beside those that the command has for every task; they point into this object.
  /// Tasks may share one: then it has one name, type and default.
  virtual ArgumentList arguments() = 0;
  /// What --metric_for_best_model may say; the first is the default.
  virtual std::vector<std::string> metrics() const = 0;
  /// The metric of that name.
  virtual Metric metric(const std::string& name) const = 0;

  /// Arguments of `tutti predict` to try a trained model with; empty if it takes none.
  virtual std::string arguments_to_try() const { return ""; }

  /// The files of a split in a data set's folder; empty if there are none. `dataset` is the name
  /// that the user gave. A task that does not say otherwise has a file of records
  /// (format/records.h) for each split: train.jsonl, validation.csv, or Parquet files there or in
  /// its data: train-00000-of-00001.parquet.
  virtual std::vector<Path> find_files(const Path& folder, Split split,
                                       const std::string& dataset) const;
  /// What find_files() looks for, for an error: "train-v1.1.json nor train-*.parquet".
  virtual std::string wanted_files(Split split) const;
  /// The whole name on the Hugging Face hub of a data set's short one.
  virtual std::string hub_name(const std::string& dataset) const { return dataset; }

  /// Its word in the names of reports: "CLASSIFICATION".
  virtual std::string_view report_name() const = 0;

  /// PEFT's name for it, in adapter_config.json: "SEQ_CLS".
  virtual std::string_view adapter_task() const = 0;

  /// Whether its speed is given in tokens a second, because its features have no meaning of their
  /// own.
  virtual bool counts_tokens() const { return false; }

  /// Tokens of a feature where nobody says how many.
  virtual int64_t default_length(const model::Model&) const { return 384; }

  /// Whether the features of a split are rows that are filled already, so that every batch of so
  /// many features may have one shape.
  virtual bool fills_rows(Split) const { return false; }

  /// Whether an evaluation in float32 pads features as transformers does, because padding takes
  /// part in what it computes there.
  virtual bool pads_evaluations() const { return false; }

  virtual std::unique_ptr<Task> open(const Opening& opening) const = 0;
  /// The metrics of a file of predictions.
  virtual Evaluation score(const Path& dataset, const Path& predictions) const = 0;
};

/// Whether config.json's "architectures" names a class with one of those heads.
bool names_head(const nlohmann::ordered_json& config, const std::vector<std::string_view>& heads);

using TaskKinds = std::vector<std::shared_ptr<TaskKind>>;

/// The text of an example for Use::validate.
inline constexpr const char* kTextToValidate = "A film that is as quick as it is clever.";

/// Every task that there is, with the defaults that its arguments have for that command.
TaskKinds all_tasks(Use use);

/// The task of that name. An empty name finds the one whose head config.json's "architectures"
/// names, or else the first of the list. A name that is no task's is a UserError. It has the values
/// of the arguments that it shares with tasks before it.
std::shared_ptr<TaskKind> find_task(const TaskKinds& tasks, const std::string& name,
                                    const nlohmann::ordered_json& config);

}  // namespace tutti::task
