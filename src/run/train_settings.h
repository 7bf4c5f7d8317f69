// SPDX-License-Identifier: Apache-2.0
// The settings of a training as plain values, named and defaulted like the flags of `tutti train`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/argument.h"
#include "run/job_settings.h"
#include "run/lora_settings.h"
#include "run/model_settings.h"
#include "run/step_settings.h"
#include "task/task.h"

namespace tutti::run {

/// The default of --max_processes if others may join.
inline constexpr int64_t kMaxProcesses = 8;

/// Names and defaults are those of transformers' scripts, plus our own.
struct TrainSettings : ModelSettings, JobSettings, StepSettings {
  std::string run_file;  // supplies arguments without a flag; empty: defaults
  task::TaskKinds tasks = task::all_tasks(task::Use::train);

  std::string dataset_name;
  std::string train_file;
  std::string validation_file;
  double validation_split = 0;            // share of the training files; 0: none
  std::optional<int64_t> max_seq_length;  // nullopt: the task's own
  std::optional<int64_t> max_train_samples;
  std::optional<int64_t> max_eval_samples;
  std::optional<int64_t> preprocessing_num_workers;
  bool overwrite_cache = false;

  bool do_train = false;
  bool do_eval = false;
  int64_t per_device_train_batch_size = 8;  // features
  int64_t per_device_eval_batch_size = 8;
  int64_t gradient_accumulation_steps = 1;
  double num_train_epochs = 3;
  int64_t max_steps = -1;  // -1: by epochs
  int64_t seed = 42;
  std::string train_sampling_strategy = "random";  // random, sequential

  double learning_rate = 5e-5;
  std::string lr_scheduler_type = "linear";
  double warmup_steps = 0;  // in (0, 1): a share of all steps
  double warmup_ratio = 0;
  double weight_decay = 0;
  double adam_beta1 = 0.9;
  double adam_beta2 = 0.999;
  double adam_epsilon = 1e-8;
  double max_grad_norm = 1;
  std::string optim;  // a name of AdamW; empty: not given

  double logging_steps = 500;           // in (0, 1): a share of all steps; so are the two below
  std::string profile;                  // file of the trace; empty: none
  std::string eval_strategy = "no";     // no, steps, epoch
  double eval_steps = 0;                // 0: logging_steps
  std::string save_strategy = "steps";  // no, steps, epoch
  double save_steps = 500;
  std::optional<int64_t> save_total_limit;
  bool save_sharded = false;  // by all processes, not only the first
  bool load_best_model_at_end = false;
  std::string metric_for_best_model;  // empty: the task's first
  std::optional<int64_t> early_stopping_patience;
  bool save_safetensors = true;   // false is refused
  std::string report_to = "all";  // none, or a list of all, tensorboard, jsonl, mlflow
  std::string logging_dir;        // of tfevents; empty: output_dir/runs
  bool disable_tqdm = false;
  std::string output_dir;
  bool overwrite_output_dir = false;
  std::string resume_from_checkpoint;  // auto, or a folder

  std::optional<int64_t> micro_batches;  // of a step, over all processes
  std::string shares;                    // of them, by process: "5,3", auto; empty: equal
  double heartbeat_timeout = 5;          // seconds
  int64_t min_processes = 1;             // the job stops with fewer
  std::optional<int64_t> max_processes;  // see most_processes()
  int64_t state_check_steps = 500;       // between comparisons of states; 0: none
  bool join = false;                     // join a running job
  bool mixed_backends = false;           // processes may have different backends
  std::string replay_devices;  // a trainer_state.json with the devices of each leaf; or empty

  std::string backend = "cpu";
  int64_t devices = 1;  // of the backend, working together
  bool auto_find_batch_size = false;
  int64_t longest_feature = 0;     // not a flag: tokens, of the data once they are read
  std::string pack = "auto";       // auto, always, none
  bool pad_to_max_length = false;  // run_qa's name of --pack none
  std::string skip_passes;         // separated by commas
  std::string dump_passes;         // folder for the module after each pass; empty: none
  std::string compiled_dir;        // programs from `tutti compile`; empty: none
  LoraSettings lora;
};

/// The settings by name, with their limits and meaning, for flags, run files and bindings.
ArgumentList list_arguments(TrainSettings& settings);

}  // namespace tutti::run
