// SPDX-License-Identifier: Apache-2.0
// The commands: their arguments and the functions that run them. What each argument means, its
// limits and its group stand once, in argument_lists.cpp; flags, run.json and help read that list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "task/causal/documents.h"
#include "task/task.h"

namespace tutti::app {

struct GlobalOptions {
  bool json = false;      // a machine-readable result on stdout
  int threads = 1;        // given, or what the affinity mask and the cgroup allow
  bool quiet = false;     // warnings and errors only
  bool verbose = false;   // debug messages too
  bool colour = false;    // stderr is a terminal and nobody asked for none
  bool terminal = false;  // stderr is a terminal: animations are welcome
  std::string speaker;    // before each message: "rank 1: "; empty: this process is the only one
  std::vector<std::string> words;  // after `--`, of a command that takes any
};

/// Which model, and what for. Texts that were not given are empty.
struct ModelArguments {
  std::string model_name_or_path;
  std::string tokenizer_name;  // empty: the model's
  std::string cache_dir;       // empty: the Hugging Face cache
  bool allow_missing_tensors = false;
  std::string task;     // empty: found from the model's config.json
  std::string adapter;  // folder of an adapter that is put on the model; empty: none
};

/// A new adapter. Names and defaults are TRL's.
struct LoraArguments {
  bool use_peft = false;
  int64_t lora_r = 16;
  double lora_alpha = 32;
  double lora_dropout = 0.05;
  std::string lora_target_modules = "all-linear";  // separated by commas, or a regular expression
  std::string lora_exclude_modules;                // likewise
  std::string lora_modules_to_save;                // separated by commas
  std::string lora_bias = "none";                  // none, all, lora_only
  bool use_rslora = false;
  bool use_dora = false;
};

/// Names and defaults are those of transformers' scripts, and ours beside them.
/// Which of several processes this one is, and how they meet.
struct JobArguments {
  std::string comm_engine = "gloo";         // gloo, mpi, nccl, rccl
  std::optional<int64_t> rank, world_size;  // not given: as a launcher says
  std::string master_addr;                  // rank 0's machine; empty: as a launcher says
  std::optional<int64_t> master_port;
  std::string rendezvous;  // a file or a key of etcd that says where rank 0 is; empty: master_addr
  std::string token_file;
  double rendezvous_timeout = 300;  // seconds
  double collective_timeout = 300;  // seconds
};

/// What a step computes in, what it keeps meanwhile, and where.
struct StepArguments {
  std::string precision = "auto";  // auto, f32, bf16, fp16
  bool bf16 = false;               // run_qa's name of --precision bf16
  bool fp16 = false;               // run_qa's name of --precision fp16
  std::string loss_scale;          // dynamic, or a number; empty: dynamic where it is needed
  int64_t loss_scale_growth_interval = 2000;
  std::string memory_budget;            // of a step: bytes, a share or min; empty: none
  bool gradient_checkpointing = false;  // transformers' name of --memory_budget min
  std::string pad_to_multiple_of;       // auto, or a number; empty: nothing is padded
  std::string offload_optimizer;        // cpu, or a file; empty: devices have their moments
};

struct TrainArguments : ModelArguments, JobArguments, StepArguments {
  std::string run_file;  // where the arguments that no flag gave come from; empty: defaults
  task::TaskKinds tasks = task::all_tasks(task::Use::train);

  std::string dataset_name;
  std::string train_file;
  std::string validation_file;
  std::optional<int64_t> max_seq_length;  // nothing: the task's own
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
  bool save_sharded = false;  // by all processes, not by the first alone
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

  std::optional<int64_t> micro_batches;  // of a step, of all processes
  std::string shares;                    // of each process in them: "5,3", auto; empty: equal ones
  double heartbeat_timeout = 5;          // seconds
  int64_t min_processes = 1;             // without which the job stops
  int64_t state_check_steps = 500;       // from one comparison of states to the next; 0: none
  bool join = false;                     // a job that runs
  bool mixed_backends = false;           // processes may have different ones
  std::string replay_devices;  // a trainer_state.json that says who computes what; or empty

  std::string backend = "cpu";
  int64_t devices = 1;  // of the backend, together
  bool auto_find_batch_size = false;
  std::string pack = "auto";       // auto, always, none
  bool pad_to_max_length = false;  // run_qa's name of --pack none
  std::string skip_passes;         // separated by commas
  std::string dump_passes;         // folder for the module after each pass; empty: none
  LoraArguments lora;
};

struct EstimateArguments : TrainArguments {
  std::string device_list;     // file of devices besides those that Tutti knows
  int64_t measured_steps = 2;  // 0: no time is measured
  std::string recorded_runs;   // folders of trainings, separated by commas
};

/// Names are those of torchrun.
struct LaunchArguments {
  int64_t nproc_per_node = 1;
  int64_t nnodes = 1;
  int64_t node_rank = 0;
  std::string master_addr;  // empty: this machine alone
  std::optional<int64_t> master_port;
  std::string rendezvous;  // as of JobArguments
  int64_t max_restarts = 0;

  std::string on;  // a target's name; empty: this machine
  std::string targets = "targets.yaml";
  std::string name;           // of the job; empty: the target's name and the time
  double max_hours = 24;      // after which the job ends and its machine goes
  double max_cost = 0;        // likewise, by the target's price; 0: no limit
  int64_t max_resumes = 20;   // after preemptions and lost machines
  double fetch_minutes = 10;  // between copies of the output while it runs
  double look_seconds = 5;    // between looks at its log
  bool dry_run = false;
  bool list = false;     // the jobs there are
  std::string down;      // a job's name, or all; empty: none
  bool discard = false;  // with down: its output is given up
  std::string jobs_dir;  // where jobs are kept; empty: the user's state folder
};

struct EvaluateArguments : ModelArguments {
  task::TaskKinds tasks = task::all_tasks(task::Use::evaluate);
  std::string dataset_name;
  std::string validation_file;
  std::optional<int64_t> max_seq_length;
  std::optional<int64_t> max_eval_samples;
  int64_t per_device_eval_batch_size = 8;
  int64_t seed = 42;  // of a head the model lacks
  std::string output_dir;
  bool overwrite_cache = false;
  std::string backend = "cpu";
  std::string precision = "auto";
  std::string pack = "auto";
};

struct PredictArguments : ModelArguments {
  task::TaskKinds tasks = task::all_tasks(task::Use::predict);
  int64_t top_k = 3;
  std::optional<int64_t> max_seq_length;
  int64_t seed = 42;
  bool benchmark = false;
  int64_t iterations = 100;
  std::string backend = "cpu";
  std::string precision = "auto";
};

struct BenchmarkArguments : ModelArguments, JobArguments, StepArguments {
  task::TaskKinds tasks = task::all_tasks(task::Use::benchmark);
  std::string train_file;
  int64_t per_device_train_batch_size = 16;
  int64_t gradient_accumulation_steps = 1;
  std::optional<int64_t> max_seq_length;
  LoraArguments lora;
  int64_t steps = 20;
  int64_t seed = 42;
  std::string backend = "cpu";
  std::string pack = "auto";
  std::string report;        // folder of a report on each of a step's switches; empty: one rate
  int64_t repeats = 3;       // rounds of a report
  bool profile = false;      // also where the time and the memory of a step go
  bool collectives = false;  // the processes of a job and what connects them, instead of steps
  std::string plan_world;    // numbers of processes whose steps are predicted; empty: none
  std::string link;          // between their hosts, see app/link_argument.h
  std::string local_link = "20gbit,10us";  // between the processes of a host
  int64_t nproc_per_node = 1;              // of them
  std::optional<int64_t> micro_batches;    // of their steps; default: each has those of this one
  std::string shares;                      // by rank; empty: equal
};

struct DoctorArguments : JobArguments {
  bool distributed = false;  // the processes of a job too
  ModelArguments model;      // whose sizes of matrices are looked at; empty: none
};

struct ValidateArguments : ModelArguments {  // the model may be a program's .mlir file
  task::TaskKinds tasks = task::all_tasks(task::Use::validate);
  std::string inputs;  // of a .mlir file; safetensors: in.000, in.001, ...
  int64_t max_seq_length = 384;
  int64_t seed = 42;    // of a head that the model lacks
  std::string backend;  // names separated by commas; empty: all that are found
  std::string reference = "reference";
  double tolerance = 0;         // 0: the backend's own
  double cosine_threshold = 0;  // likewise
  bool bisect = false;
  bool quick = false;
  std::string record;   // FILE.safetensors and FILE.json to write
  std::string against;  // the same, to compare with
  std::string output = "results";
};

struct ExportArguments : ModelArguments {
  task::TaskKinds tasks = task::all_tasks(task::Use::validate);
  std::string function = "forward";  // forward, step
  int64_t batch_size = 1;            // features, a padded row each
  int64_t max_seq_length = 384;
  std::string precision = "f32";  // f32, bf16, fp16
  bool no_dropout = false;
  double learning_rate = 5e-5;
  double weight_decay = 0;
  bool generic = false;
  std::string gguf = "none";  // or a type: the model is written rather than a program
  std::string output = "-";
};

struct MergeArguments : ModelArguments {
  task::TaskKinds tasks = task::all_tasks(task::Use::validate);
  std::string output_dir;
  std::string dtype = "auto";  // auto: the base's; float32, bfloat16
  std::string gguf = "none";   // or a type: one GGUF file instead of files for transformers
};

struct ScoreArguments {
  std::string task;  // empty: the first
  task::TaskKinds tasks = task::all_tasks(task::Use::score);
  std::string dataset;      // a file that the task reads
  std::string predictions;  // a file that an evaluation of the task writes
};

struct ReportArguments {
  std::vector<std::string> runs;  // folders or files
  std::string output = "report.html";
  std::string title;  // empty: the run's name, or how many there are
};

struct ServeArguments {
  std::string folder = ".";
  int64_t port = 0;  // 0: any that is free
  bool read_only = false;
};

struct SuiteArguments {
  std::string suite;  // quick, nightly, weekend, or a file
  std::string output = "suite-results";
  std::string baseline;         // file; empty: baseline.json in the output folder
  std::string update_baseline;  // the reason; empty: it stays
  std::string against;          // another program of the same commands
};

struct TokenizeArguments {
  std::string model_name_or_path;
  std::string cache_dir;
  std::string file = "-";   // a text a line; -: standard input
  bool json_lines = false;  // each line is a JSON string
  bool no_special_tokens = false;
  bool chat = false;  // the file has rows to train on
  int64_t max_samples = 5;
  std::optional<int64_t> max_seq_length;
  task::causal::DataArguments data;
};

/// What is not set is as the model's generation_config.json says.
struct GenerationArguments {
  std::string model_name_or_path;
  std::string tokenizer_name;  // empty: the model's
  std::string cache_dir;
  std::string adapter;  // folder of an adapter that is merged into the weights; empty: none
  std::optional<int64_t> max_new_tokens;
  std::optional<bool> do_sample;
  std::optional<double> temperature, top_p, min_p, repetition_penalty;
  std::optional<int64_t> top_k;
  std::string stop_strings;  // a text, or a JSON list of texts; empty: none but the model's
  int64_t seed = 42;
  std::string backend = "cpu";
  std::string precision = "auto";
};

struct GenerateArguments : GenerationArguments {
  std::string prompt;
  bool apply_chat_template = false;  // the prompt is a user's message
  std::string prompts;               // a file of records
  std::string output;                // a file of JSON lines; empty: standard output
  int64_t batch_size = 8;            // prompts continued together
  bool benchmark = false;            // the prompt is continued again, and its time told
};

struct ChatArguments : GenerationArguments {
  std::string system;  // the first message; empty: none but the template's own
};

struct SyncArguments {
  std::string source, target;  // a folder and an address, in any order
  bool removes = false;        // what only the target has
};

struct CompletionArguments {
  std::string shell;  // bash, zsh, fish
};

struct ManualArguments {
  std::string folder;  // of the pages; empty: the program's page on standard output
};

struct IrArguments {
  std::string file;  // -: standard input
  std::string function;
  std::string backend = "reference";
  std::string inputs;   // safetensors: in.000, in.001, ...
  std::string outputs;  // safetensors: out.000, out.001, ...
  int64_t repeat = 0;   // timed runs behind the first
  double timeout = 0;   // seconds; 0: none
  std::string profile;  // file of the trace; empty: none
  int64_t replicas = 1;
  int64_t partitions = 1;
  bool generic = false;
  bool locations = false;  // of the text, printed back
  std::string skip;        // passes to leave out: "fold-constants,dead-code"
  bool dump = false;       // the module after each pass, to stderr
  bool bf16 = false;       // the precision pass
  bool gradient = false;   // the differentiate pass, of `function`
  std::string lora_target_modules = "all-linear";
  int64_t lora_r = 16;
  double lora_alpha = 32;
};

/// Each returns `done`, or `check_failed`, `stopped`, `interrupted`; all else is a UserError.
ExitCode run_train(const GlobalOptions& global, const TrainArguments& arguments);
ExitCode run_estimate(const GlobalOptions& global, const EstimateArguments& arguments);
ExitCode run_launch(const GlobalOptions& global, const LaunchArguments& arguments);
/// `tutti launch --on`, `--list` and `--down`.
ExitCode run_launch_target(const GlobalOptions& global, const LaunchArguments& arguments);
ExitCode run_evaluate(const GlobalOptions& global, const EvaluateArguments& arguments);
ExitCode run_predict(const GlobalOptions& global, const PredictArguments& arguments);
/// `tutti benchmark --report`.
ExitCode benchmark_switches(const GlobalOptions& global, const BenchmarkArguments& arguments);
/// `tutti benchmark --plan_world`.
ExitCode benchmark_plan(const GlobalOptions& global, const BenchmarkArguments& arguments);
/// `tutti benchmark --collectives`, in each process of a job.
ExitCode benchmark_collectives(const GlobalOptions& global, const JobArguments& arguments);
ExitCode run_benchmark(const GlobalOptions& global, const BenchmarkArguments& arguments);
ExitCode run_validate(const GlobalOptions& global, const ValidateArguments& arguments);
ExitCode run_export(const GlobalOptions& global, const ExportArguments& arguments);
ExitCode run_merge(const GlobalOptions& global, const MergeArguments& arguments);
ExitCode run_score(const GlobalOptions& global, const ScoreArguments& arguments);
ExitCode run_report(const GlobalOptions& global, const ReportArguments& arguments);
ExitCode run_serve(const GlobalOptions& global, const ServeArguments& arguments);
ExitCode run_suite(const GlobalOptions& global, const SuiteArguments& arguments);
ExitCode run_tokenize(const GlobalOptions& global, const TokenizeArguments& arguments);
ExitCode run_generate(const GlobalOptions& global, const GenerateArguments& arguments);
ExitCode run_chat(const GlobalOptions& global, const ChatArguments& arguments);
/// `tutti tokenize --chat`.
ExitCode run_tokenize_chat(const GlobalOptions& global, const TokenizeArguments& arguments);
ExitCode run_sync(const GlobalOptions& global, const SyncArguments& arguments);
ExitCode run_completion(const GlobalOptions& global, const CompletionArguments& arguments);
ExitCode run_manual(const GlobalOptions& global, const ManualArguments& arguments);
ExitCode run_devices(const GlobalOptions& global);
ExitCode run_doctor(const GlobalOptions& global, const DoctorArguments& arguments);
ExitCode run_ir_verify(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_print(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_run(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_grad(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_adapt(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_lower(const GlobalOptions& global, const IrArguments& arguments);

}  // namespace tutti::app
