// SPDX-License-Identifier: Apache-2.0
// What the commands that run a model share: its folder, its task and its weights.
#pragma once

#include "app/opened_adapter.h"
#include "data/rows.h"
#include "model/weights.h"
#include "train/predictions.h"

namespace tutti::app {

/// A model's folder with a task on it.
class OpenedModel {
 public:
  /// `train_files` finds what the task will be trained on, if anything: some tasks learn their
  /// labels from it. An argument of another task that was given is a UserError.
  /// `lora` are the flags of a training that may make an adapter.
  OpenedModel(const ModelArguments& arguments, const task::TaskKinds& tasks, task::Use use,
              const std::function<std::vector<Path>(const task::TaskKind&)>& train_files = {},
              const LoraArguments* lora = nullptr);
  OpenedModel(const OpenedModel&) = delete;
  OpenedModel& operator=(const OpenedModel&) = delete;

  const Path& path() const { return folder_.path; }
  const model::Model& model() const { return folder_.model; }
  const data::Tokenizer& tokenizer() const { return folder_.tokenizer; }
  const task::TaskKind& kind() const { return *kind_; }
  const task::Task& task() const { return *task_; }
  /// With its adapter, where it has one.
  const task::Objective& objective() const {
    return adapter_ ? adapter_->objective : task_->objective();
  }
  const std::optional<OpenedAdapter>& adapter() const { return adapter_; }

  /// --max_seq_length, or the task's own where it is not given. A UserError where the model has no
  /// position for each token.
  int64_t length_of(std::optional<int64_t> max_seq_length) const;
  /// config.json with what it says of the task's head.
  nlohmann::ordered_json config() const;
  /// Writes config.json, or adapter_config.json, and the tokenizer's files, as transformers reads
  /// them.
  void write_files(const Path& folder) const;
  /// Writes the tokenizer's files and those of the task.
  void write_tokenizer(const Path& folder) const;

 private:
  task::ModelFolder folder_;
  std::shared_ptr<task::TaskKind> kind_;
  std::unique_ptr<task::Task> task_;
  std::optional<OpenedAdapter> adapter_;
};

/// --train_file or --validation_file where it is given, else the files of that split in the data
/// set's folder or name.
std::vector<Path> split_files(const std::string& file, const std::string& dataset_name,
                              task::Split split, const task::TaskKind& kind,
                              const std::string& cache_dir);

/// The folder of prepared features; nothing, and a warning, where there is no home folder.
std::optional<Path> feature_cache();

/// How values for what a model's files lack are made.
struct FirstValues {
  uint64_t seed = 42;
  bool of_any_tensor = false;  // --allow_missing_tensors; else only of a head to be learned
};

/// Reads the weights and says what was missing or not expected. Where more is missing than a new
/// head, a UserError names it. `adapter` is the file with the adapter's, where it has one.
model::Weights read_weights(const OpenedModel& model, const FirstValues& first,
                            const std::optional<Path>& adapter);

/// The same for the parameters, which must live longer than the result, of a model's folder.
model::Weights read_weights(const Path& folder, const std::vector<model::Parameter>& parameters,
                            const FirstValues& first, const std::optional<Path>& adapter = {});

/// The same, and first values with a warning for a folder that has no weights at all.
model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first,
                                    const std::optional<Path>& adapter);
/// The same, with the file of the adapter that was opened.
model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first);

/// What --precision asks for. `auto` means the precision in which the backend's products are
/// fastest.
pass::Precision precision_for(const std::string& given, const backend::Backend& backend);

/// How many shapes batches may have. Each shape is another program to compile.
enum class Shapes { any, few, one };

/// Few where compiling takes long, and one where features fill rows already.
Shapes shapes_for(const backend::Backend& backend, const task::TaskKind& kind, task::Split split);

/// Whether a training computes every feature alone (data::LoaderOptions::splits): where shapes may
/// be many and features fill rows, products are large enough with one row.
bool splits_batches(Shapes shapes, const task::TaskKind& kind);

/// --pack of a training: how a batch's features become rows. Where shapes should be few, rows are
/// of max_seq_length and their number one of three for batches of so many features; where there
/// should be one, it is the number of features.
data::Layout layout_of(const std::string& pack, int64_t max_seq_length, Shapes shapes,
                       int64_t features);

/// --pack of an evaluation: `auto` pads where the task asks for it and products are in float32.
std::string evaluation_pack(const std::string& pack, const task::TaskKind& kind,
                            pass::Precision precision);

/// The model's objective, with the frozen weights under an adapter kept as products take them.
task::Objective kept_objective(const OpenedModel& model, const model::Weights& weights,
                               pass::Precision precision);

/// A model with its weights on a backend, ready to run @forward.
struct LoadedModel {
  LoadedModel(const OpenedModel& model, const std::string& backend_name,
              const std::string& precision, int64_t max_seq_length, const FirstValues& first,
              int threads);

  std::unique_ptr<backend::Backend> backend;
  model::Weights weights;
  task::Objective objective;
  train::Programs programs;
  std::vector<backend::Buffer> parameters;  // as Programs::forward_parameters gives them
};

/// eval_results.json: the metrics and the run's figures, each with "eval_" before its name.
nlohmann::ordered_json evaluation_results(const task::Evaluation& evaluation, int64_t features,
                                          double seconds);

/// Writes the task's files, each with "eval_" before its name, and eval_results.json.
void write_evaluation(const task::Evaluation& evaluation, const nlohmann::ordered_json& results,
                      const Path& folder);

}  // namespace tutti::app
