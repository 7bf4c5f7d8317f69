// SPDX-License-Identifier: Apache-2.0
// The settings of a training: their names, limits and meaning.
#include "run/train_settings.h"

#include "run/setting_groups.h"

namespace tutti::run {
namespace {

const std::vector<std::string> kSchedules = {"linear", "cosine", "constant",
                                             "constant_with_warmup"};
const std::vector<std::string> kStrategies = {"no", "steps", "epoch"};
const std::vector<std::string> kOptimizers = {"adamw_torch", "adamw_torch_fused"};

std::string metrics_text(const task::TaskKinds& tasks) {
  std::string text;
  for (const auto& kind : tasks)
    text += fmt::format("{}{} for {}", text.empty() ? "" : "; ", fmt::join(kind->metrics(), ", "),
                        kind->name());
  return text;
}

void add_train_data(ArgumentLister& list, TrainSettings& a) {
  list.group("Data")
      .add("train_file", a.train_file,
           "file to train on, in a format that the task reads; several separated by commas, or a "
           "pattern: \"part-*.jsonl\"")
      .names(Names::input)
      .add("validation_file", a.validation_file, "file to evaluate on, likewise")
      .names(Names::input)
      .number("validation_split", a.validation_split, 0, 0.999,
              "share of the training samples to evaluate on instead, chosen by the seed")
      .add("dataset_name", a.dataset_name, kDatasetName)
      .names(Names::input);
  add_length(list, a.max_seq_length);
  list.number("max_train_samples", a.max_train_samples, 1, kLargestCount,
              "train on the first N samples only")
      .number("max_eval_samples", a.max_eval_samples, 1, kLargestCount,
              "evaluate the first N samples only")
      .number("preprocessing_num_workers", a.preprocessing_num_workers, 1, 4096,
              "threads that tokenize; default: --threads")
      .add("overwrite_cache", a.overwrite_cache, "rebuild the cached features");
}

void add_training(ArgumentLister& list, TrainSettings& a) {
  list.group("Training")
      .add("do_train", a.do_train, "train")
      .add("do_eval", a.do_eval, "evaluate, after training if both are given")
      .number("per_device_train_batch_size", a.per_device_train_batch_size, 1, kLargestCount,
              "features of a micro-batch")
      .number("per_device_eval_batch_size", a.per_device_eval_batch_size, 1, kLargestCount,
              "features of an evaluation batch")
      .number("gradient_accumulation_steps", a.gradient_accumulation_steps, 1, kLargestCount,
              "micro-batches of an optimizer step, on each device")
      .add("auto_find_batch_size", a.auto_find_batch_size,
           "if a micro-batch does not fit into memory, or no longer fits, use more and smaller "
           "ones; a step keeps its features")
      .number("num_train_epochs", a.num_train_epochs, 0, kLargestCount,
              "epochs, if max_steps is -1")
      .number("max_steps", a.max_steps, -1, kLargestCount,
              "optimizer steps; -1: given by the epochs")
      .number("seed", a.seed, 0, kLargestSeed, "seed of data order, dropout and a new head")
      .choice("train_sampling_strategy", a.train_sampling_strategy, {"random", "sequential"},
              "order of features: shuffled by the seed in each epoch, or the files' own");
  list.group("Optimizer")
      .number("learning_rate", a.learning_rate, 0, 1e300, "peak learning rate")
      .choice("lr_scheduler_type", a.lr_scheduler_type, kSchedules, "schedule of the learning rate")
      .number("warmup_steps", a.warmup_steps, 0, kLargestCount,
              "steps of linear warm-up; between 0 and 1: a share of all steps")
      .number("warmup_ratio", a.warmup_ratio, 0, 1,
              "warm-up as a share of all steps, if warmup_steps is 0")
      .number("weight_decay", a.weight_decay, 0, 1e300, "weight decay, except on biases and norms")
      .number("adam_beta1", a.adam_beta1, 0, 1, "of AdamW")
      .number("adam_beta2", a.adam_beta2, 0, 1, "of AdamW")
      .number("adam_epsilon", a.adam_epsilon, 1e-30, 1e300, "of AdamW")
      .number("max_grad_norm", a.max_grad_norm, 0, 1e300, "clip gradients to this norm; 0: never")
      .choice("optim", a.optim, kOptimizers,
              "PyTorch's names for AdamW, the only optimizer; both give the same bits");
}

void add_logging(ArgumentLister& list, TrainSettings& a) {
  list.group("Logging, evaluation and checkpoints")
      .add("output_dir", a.output_dir, "folder for all files of the run")
      .names(Names::output_folder)
      .add("overwrite_output_dir", a.overwrite_output_dir,
           "start afresh in a folder that has files, and remove an earlier run's checkpoints")
      .number("logging_steps", a.logging_steps, 0, kLargestCount,
              "log every N steps; below 1, as for eval_steps and save_steps: a share of all steps")
      .add(
          "report_to", a.report_to,
          "tensorboard: event files; jsonl: metrics.jsonl in output_dir, for `tutti report`; "
          "mlflow: metrics.jsonl and a run on the server of MLFLOW_TRACKING_URI; several, as words "
          "or separated by commas; all: both kinds of files, sending nothing; none")
      .several()
      .add("logging_dir", a.logging_dir, "folder for the event files; default: runs in output_dir")
      .names(Names::output_folder)
      .add("disable_tqdm", a.disable_tqdm,
           "print a line every logging_steps instead of a progress bar")
      .choice("eval_strategy", a.eval_strategy, kStrategies, "when to evaluate during training")
      .number("eval_steps", a.eval_steps, 0, kLargestCount,
              "evaluate every N steps; 0: like logging_steps")
      .choice("save_strategy", a.save_strategy, kStrategies,
              "when to save a checkpoint; a stopped run always saves one")
      .number("save_steps", a.save_steps, 0, kLargestCount, "save a checkpoint every N steps")
      .add("save_safetensors", a.save_safetensors,
           "always on: checkpoints are safetensors files; False is refused")
      .number("save_total_limit", a.save_total_limit, 1, kLargestCount,
              "keep the newest N checkpoints")
      .add("resume_from_checkpoint", a.resume_from_checkpoint,
           "auto or True: resume from the newest complete checkpoint, if any; or a checkpoint's "
           "folder")
      .names(Names::input)
      .meaning_of_true("auto")
      .add("load_best_model_at_end", a.load_best_model_at_end, "write the best model, not the last")
      .add("metric_for_best_model", a.metric_for_best_model,
           fmt::format("{}; default: the task's first", metrics_text(a.tasks)))
      .number("early_stopping_patience", a.early_stopping_patience, 1, kLargestCount,
              "stop after N evaluations without a better metric");
}

void add_processes(ArgumentLister& list, TrainSettings& a) {
  add_job(list, a);
  list.number("micro_batches", a.micro_batches, 1, kLargestCount,
              "micro-batches of a step, over all processes; default: gradient_accumulation_steps "
              "per device. The same number gives the same bits with any number of processes")
      .add("shares", a.shares,
           "micro-batches of each process, by rank: 5,3; auto: according to the speeds measured "
           "during the run; default: as equal as possible")
      .number("heartbeat_timeout", a.heartbeat_timeout, 1, 1e6,
              "seconds without an answer after which a process counts as dead; the others continue "
              "without it")
      .number("min_processes", a.min_processes, 1, kLargestCount,
              "the job stops when fewer are left")
      .number(
          "max_processes", a.max_processes, 0, kLargestCount,
          fmt::format(
              "maximum number of processes of the job. A step's gradients are added in this many "
              "parts, so fewer take less memory; the same number gives the same bits with any "
              "number of processes up to it. 0: as many as micro-batches. Default: {}, or 1 for "
              "one process without --micro_batches; a resumed run keeps its number",
              kMaxProcesses))
      .number("state_check_steps", a.state_check_steps, 0, kLargestCount,
              "compare the processes' parameters and moments every N steps and before evaluating "
              "or saving: detects memory and processor errors, and names the rank; 0: never")
      .add("save_sharded", a.save_sharded,
           "each process writes a part of the optimizer's state into a checkpoint's folder, which "
           "all must be able to access; any number of processes can resume from it. Default: the "
           "first process writes everything")
      .add("join", a.join,
           "join a running job at its next step; --rank and --world_size are those of one of its "
           "original processes")
      .add(
          "mixed_backends", a.mixed_backends,
          "each process may have its own --backend to compute gradients; every process updates the "
          "parameters on its cpu, so that all have the same bits. All rows have one size, as "
          "plugins require")
      .add("replay_devices", a.replay_devices,
           "trainer_state.json of a run with --mixed_backends: compute each micro-batch on the "
           "same kind of device as there, with the same bits")
      .names(Names::input);
}

}  // namespace

ArgumentList list_arguments(TrainSettings& a) {
  ArgumentLister list;
  list.positional("RUN_FILE", a.run_file, false,
                  "arguments as {\"name\": value, ...}, lines `name: value` in a .yaml file, or "
                  "the run.json of an earlier run; flags override them");
  add_model(list, a, a.tasks);
  add_train_data(list, a);
  add_training(list, a);
  add_lora(list, a.lora);
  add_logging(list, a);
  add_processes(list, a);
  add_machine(list, a.backend, a.precision, kBackendOrAutoHelp);
  list.number("devices", a.devices, 1, 1024,
              "devices of the backend that share a step; each computes its own micro-batches");
  add_step(list, a);
  add_pack(list, a.pack);
  list.add("pad_to_max_length", a.pad_to_max_length, "run_qa's name for --pack none")
      .add("profile", a.profile,
           "write a trace (Chrome's format) of every instruction to this file, and print a table "
           "of times")
      .names(Names::output_file)
      .add("skip_passes", a.skip_passes, "the compiler's " + passes_to_leave_out())
      .add("dump_passes", a.dump_passes,
           "folder for the module after each pass, and the memory plan")
      .names(Names::output_folder)
      .add("compiled_dir", a.compiled_dir,
           "folder of programs from `tutti compile`; the training loads those that it needs and "
           "compiles the others")
      .names(Names::input);
  return with_tasks(list, a.tasks);
}

}  // namespace tutti::run
