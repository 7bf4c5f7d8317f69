// SPDX-License-Identifier: Apache-2.0
// A model's folder, task and weights, shared by the commands that run a model.
#pragma once

#include "base/files.h"
#include "data/tokenizer/tokenizer.h"
#include "model/model.h"
#include "run/context.h"
#include "run/lora_settings.h"
#include "run/model_settings.h"
#include "run/opened_adapter.h"
#include "task/objective.h"
#include "task/task.h"

namespace tutti::run {

/// One input of a task, as the arguments of `tutti predict`: {"question", "..."}.
using NamedInputs = std::vector<std::pair<std::string, std::string>>;

/// Sets those arguments of the task. A name that it lacks is a UserError.
void set_inputs(task::TaskKind& kind, const NamedInputs& inputs);

/// A model's folder with a task on it.
class OpenedModel {
 public:
  /// `train_files` finds the task's training files, if any: some tasks learn their labels from
  /// them. Throws a UserError if an argument of another task was given. `lora` are the flags of a
  /// training that may create an adapter.
  OpenedModel(const ModelSettings& settings, const task::TaskKinds& tasks, task::Use use,
              const Context& context,
              const std::function<std::vector<Path>(const task::TaskKind&)>& train_files = {},
              const LoraSettings* lora = nullptr);
  OpenedModel(const OpenedModel&) = delete;
  OpenedModel& operator=(const OpenedModel&) = delete;

  const Path& path() const { return folder_.path; }
  /// Whether there are weight files; a folder with only config.json has none.
  bool has_weights() const;
  const model::Model& model() const { return folder_.model; }
  const data::Tokenizer& tokenizer() const { return folder_.tokenizer; }
  const task::TaskKind& kind() const { return *kind_; }
  const task::Task& task() const { return *task_; }
  /// With its adapter, if it has one.
  const task::Objective& objective() const {
    return adapter_ ? adapter_->objective : task_->objective();
  }
  const std::optional<OpenedAdapter>& adapter() const { return adapter_; }

  /// --max_seq_length, or the task's own if not given. Throws a UserError if the model has too few
  /// positions.
  int64_t length_of(std::optional<int64_t> max_seq_length) const;
  /// Reads the task's data. Throws a UserError for a text longer than the model's attention window.
  std::unique_ptr<task::Dataset> read(const task::Reading& reading) const;
  /// Texts to embed. Throws a UserError if the task embeds none.
  std::unique_ptr<task::Dataset> of_texts(const task::PromptedTexts& texts,
                                          const task::Reading& reading) const;
  std::unique_ptr<task::Dataset> example(task::Use use, int64_t max_length, int threads) const;
  /// The task on one input.
  std::unique_ptr<task::Task> task_on(const NamedInputs& inputs) const;
  /// config.json with the members of the task's head.
  nlohmann::ordered_json config() const;
  /// Writes config.json, or adapter_config.json, and the tokenizer's files in transformers' format.
  void write_files(const Path& folder) const;
  /// Writes the tokenizer's files and those of the task.
  void write_tokenizer(const Path& folder) const;

 private:
  ModelSettings settings_;  // if the given model is an adapter, with its base
  task::ModelFolder folder_;
  std::shared_ptr<task::TaskKind> kind_;
  std::unique_ptr<task::Task> task_;
  std::optional<OpenedAdapter> adapter_;
};

}  // namespace tutti::run
