// SPDX-License-Identifier: Apache-2.0
// A training as a value: settings in, a trained model out. `tutti train` and programs that
// fine-tune use it alike:
//
//   tutti::run::TrainSettings settings;          // named as the flags of `tutti train`
//   settings.model_name_or_path = "model";
//   settings.train_file = "train.json";
//   settings.output_dir = "out";
//   settings.do_train = true;
//   tutti::run::Training training(settings);
//   training.train();                            // writes the model into output_dir
//
// Errors are exceptions: UserError says what is wrong with the input and how to mend it, with the
// exit code that `tutti` gives; InternalError is a bug. After either only the destructor may be
// called. An object is used by one thread at a time, and several objects may be used side by side;
// only `TrainingHooks::stop` may be set from anywhere, a signal's handler included.
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

/// What a training will do and need, known before its first step.
struct TrainingPlan {
  int64_t total_steps = 0;    // optimizer steps
  int64_t batch = 0;          // features of a micro-batch
  int64_t micro_batches = 0;  // of a step, over all processes and devices
  train::MemoryPlan memory;   // bytes on each device
  Facts facts;                // for a reader
};

class Training {
 public:
  /// Opens the model, its tokenizer and what is evaluated; in a job of several processes it meets
  /// the others first. The weights and what is trained on are read by plan(), train() or
  /// evaluate(), whichever is called first.
  explicit Training(const TrainSettings& settings, const Context& context = {},
                    const TrainingHooks& hooks = {});
  ~Training();
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  /// The settings as they are meant: with what follows from others.
  const TrainSettings& settings() const;
  /// Whether this process is the one that logs, evaluates and writes: rank 0, or the only one.
  bool is_first() const;

  /// Compiles the programs and adds up what they take. More than there is is a UserError of exit
  /// code 4 that names the largest batch that fits; with auto_find_batch_size a smaller batch is
  /// taken.
  TrainingPlan plan();

  /// Trains, from the beginning or from the checkpoint that settings name, and writes the model,
  /// its tokenizer, checkpoints, metrics and run.json into output_dir. A training that is stopped
  /// has saved its state, and no model.
  train::Outcome train();

  /// Scores the model as it is now, the one that was trained or, without do_train, the one that was
  /// opened, on validation_file, and writes what it finds into output_dir. Nothing where it is
  /// stopped, and in all processes but the first. Needs do_eval.
  std::optional<Evaluated> evaluate();

  /// Where nothing stopped it, writes all_results.json and tells a tracking server that the run has
  /// ended well. In a job all processes call it, and it waits for them.
  void finish();
  /// Metrics of the training and of the evaluation, as all_results.json has them.
  const nlohmann::ordered_json& results() const;

  /// What the model says of one input as it is now. `inputs` are the arguments of `tutti predict`
  /// for the task, as {"question", "..."} and {"context", "..."}; at most `most` answers.
  task::Answer predict(const std::vector<std::pair<std::string, std::string>>& inputs,
                       int64_t most = 5);
  /// Continues a prompt by the model that train() has written last; sampling is as the model's
  /// generation_config.json says. At most so many tokens.
  std::string generate(const std::string& prompt, int64_t max_new_tokens = 64);

  /// Writes the model as it is now into a folder, as transformers reads it; of an adapter, as PEFT
  /// does.
  void save(const Path& folder);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tutti::run
