// SPDX-License-Identifier: Apache-2.0
// A training as an object: settings in, a trained model out. `tutti train` and other programs use
// it:
//
// tutti::run::TrainSettings settings; // named like the flags of `tutti train`
//   settings.model_name_or_path = "model";
//   settings.train_file = "train.json";
//   settings.output_dir = "out";
//   settings.do_train = true;
//   tutti::run::Training training(settings);
//   training.train();                            // writes the model into output_dir
//
// Errors are exceptions: UserError says what is wrong with the input and how to fix it, with the
// exit code of `tutti`; InternalError is a bug. After either, only the destructor may be called.
// One thread at a time may use an object, and several objects may exist concurrently; only
// `TrainingHooks::stop` may be set from anywhere, including a signal handler.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "run/context.h"
#include "run/evaluation_files.h"
#include "run/train_settings.h"
#include "run/training_hooks.h"
#include "train/memory_plan.h"

namespace tutti::run {

/// The plan of a training, known before its first step.
struct TrainingPlan {
  int64_t total_steps = 0;    // optimizer steps
  int64_t batch = 0;          // features of a micro-batch
  int64_t micro_batches = 0;  // of a step, over all processes and devices
  train::MemoryPlan memory;   // bytes on each device
  Facts facts;                // for people to read
};

class Training {
 public:
  /// Opens the model, its tokenizer and the validation data; in a job of several processes, meets
  /// the others first. The first call of plan(), train() or evaluate() reads the weights and the
  /// training data.
  explicit Training(const TrainSettings& settings, const Context& context = {},
                    const TrainingHooks& hooks = {});
  ~Training();
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  /// The settings with implied values filled in.
  const TrainSettings& settings() const;
  /// Whether this process logs, evaluates and writes: rank 0, or the only process.
  bool is_first() const;

  /// Compiles the programs and adds up their memory. If it does not fit, throws a UserError of exit
  /// code 4 that names the largest batch that fits; with auto_find_batch_size, chooses a smaller
  /// batch.
  TrainingPlan plan();

  /// Trains, from the beginning or from the checkpoint in the settings, and writes the model, its
  /// tokenizer, checkpoints, metrics and run.json into output_dir. A stopped training has saved its
  /// state, but no model.
  train::Outcome train();

  /// Scores the current model (trained, or as opened without do_train) on validation_file, and
  /// writes the results into output_dir. nullopt if stopped, and in all processes except the first.
  /// Needs do_eval.
  std::optional<Evaluated> evaluate();

  /// Unless stopped, writes all_results.json and reports success to a tracking server. In a job all
  /// processes call it, and it waits for them.
  void finish();
  /// Metrics of the training and the evaluation, in the format of all_results.json.
  const nlohmann::ordered_json& results() const;

  /// The current model's answers to one input. `inputs` are the arguments of `tutti predict` for
  /// the task, such as {"question", "..."} and {"context", "..."}; at most `most` answers.
  task::Answer predict(const std::vector<std::pair<std::string, std::string>>& inputs,
                       int64_t most = 5);
  /// Continues a prompt with the model last written by train(), sampling by the model's
  /// generation_config.json. At most `max_new_tokens` tokens.
  std::string generate(const std::string& prompt, int64_t max_new_tokens = 64);

  /// Writes the current model into a folder in transformers' format; an adapter in PEFT's.
  void save(const Path& folder);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tutti::run
