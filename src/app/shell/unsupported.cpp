// SPDX-License-Identifier: Apache-2.0
#include "app/shell/unsupported.h"

#include <algorithm>

#include "app/shell/options.h"

namespace tutti::app {
namespace {

constexpr std::string_view kLocalFiles =
    "fetch the files first (`hf download NAME`), then name them";
constexpr std::string_view kLaunch = "--nproc_per_node N -- train ...";
constexpr std::string_view kWholeModel =
    "each process has the whole model and a part of the batch; to need less memory there are "
    "smaller micro-batches, and moments outside of the device";
constexpr std::string_view kOneSum = "leave it out: gradients are summed once a step, all of them";
constexpr std::string_view kOwnPart = "leave it out: each process reads its own part of each batch";
constexpr std::string_view kOneProgram =
    "leave it out: the whole step is compiled into one program already";
constexpr std::string_view kLoader = "leave it out: batches are made in memory, in time";
constexpr std::string_view kAdamW = "leave it out: the optimizer is AdamW";
constexpr std::string_view kSamplesCounted =
    "leave it out: the loss always weighs every sample of the optimizer step equally";
constexpr std::string_view kOwnMetrics = "leave it out: the task computes its own metrics";
constexpr std::string_view kColumns =
    "leave it out: the task knows its columns, and no other is read";
constexpr std::string_view kSplits = "--dataset_name FOLDER or --train_file FILE";
constexpr std::string_view kSplitFiles =
    "in the folder are files called train and validation; a validation file has a flag of its own";
constexpr std::string_view kNotQuantized =
    "leave it out: weights are float32 or bf16; those of a GGUF file become so";
constexpr std::string_view kUpload = "run `hf upload NAME OUTPUT_DIR` afterwards";
constexpr std::string_view kNotTrackio = "runs are not sent to Trackio";

constexpr UnsupportedFlag kFlags[] = {
    // ModelSettings and DataTrainingArguments of run_qa.
    {"config_name", "", "put config.json beside the weights, in the model's folder"},
    {"model_revision", "",
     "fetch that revision (`hf download NAME --revision ...`) and name its folder"},
    {"token", "", kLocalFiles},
    {"use_auth_token", "", kLocalFiles},
    {"trust_remote_code", "", "leave it out: no code is ever fetched"},
    {"use_fast_tokenizer", "", "leave it out: there is one tokenizer, equal to the fast one"},
    {"dataset_config_name", kSplits, kSplitFiles},
    {"test_file", "--validation_file FILE", "", "evaluate"},
    {"do_predict", "--validation_file FILE", "", "evaluate"},
    {"max_predict_samples", "--max_eval_samples N", "", "evaluate"},
    // TrainingArguments.
    {"fp16_opt_level", "--fp16", "that is all"},
    {"fp16_backend", "--fp16", "that is all"},
    {"fp16_full_eval", "--precision fp16", ""},
    {"half_precision_backend", "--fp16", "that is all"},
    {"bf16_full_eval", "--precision bf16", ""},
    {"tf32", "--precision f32 or --bf16", ""},
    {"use_cpu", "--backend cpu", ""},
    {"no_cuda", "--backend cpu", ""},
    {"use_ipex", "--backend cpu", ""},
    {"use_mps_device", "--backend pjrt=mps", ""},
    {"optim_args", "", kAdamW},
    {"optim_target_modules", "", kAdamW},
    {"adafactor", "", kAdamW},
    {"lr_scheduler_kwargs", "--lr_scheduler_type linear, cosine or constant", ""},
    {"evaluation_strategy", "--eval_strategy", ""},
    {"evaluate_during_training", "--eval_strategy steps", ""},
    {"per_gpu_train_batch_size", "--per_device_train_batch_size", ""},
    {"per_gpu_eval_batch_size", "--per_device_eval_batch_size", ""},
    {"train_batch_size", "--per_device_train_batch_size", ""},
    {"eval_batch_size", "--per_device_eval_batch_size", ""},
    {"do_regression", "--problem_type regression", ""},
    {"task_name", "--task text-classification", "GLUE's metrics of such labels are measured"},
    {"metric_name", "--metric_for_best_model", ""},
    {"eval_accumulation_steps", "", "leave it out: logits leave the device after every batch"},
    {"eval_delay", "--eval_steps N", "the first evaluation is after so many steps"},
    {"eval_on_start", "--validation_file FILE", "before the training", "evaluate"},
    {"eval_do_concat_batches", "", kOwnMetrics},
    {"prediction_loss_only", "", kOwnMetrics},
    {"save_only_model", "", "leave it out: a checkpoint always holds what a resume needs"},
    {"save_on_each_node", "", "leave it out: the processes write one checkpoint"},
    {"enable_jit_checkpoint", "", "leave it out: SIGTERM always saves before it stops"},
    {"restore_callback_states_from_checkpoint", "", "leave it out: a resume restores everything"},
    {"ignore_data_skip", "", "leave it out: a resume goes on with the next batch at once"},
    {"greater_is_better", "--metric_for_best_model", "it is known from that"},
    {"metric_key_prefix", "", "leave it out: results are named eval_..."},
    {"logging_strategy", "--logging_steps N", ""},
    {"logging_first_step", "--logging_steps 1", ""},
    {"logging_nan_inf_filter", "", "leave it out: a loss that is not finite is never hidden"},
    {"log_level", "--quiet or --verbose", ""},
    {"log_level_replica", "--quiet or --verbose", ""},
    {"log_on_each_node", "", "leave it out: rank 0 speaks for all"},
    {"debug", "", "leave it out: a loss that is not finite names the operation that made it"},
    {"run_name", "--output_dir FOLDER", "it names the run, and MLFLOW_RUN_NAME that at MLflow"},
    {"project", "--report_to mlflow", "MLFLOW_EXPERIMENT_NAME names the experiment there"},
    {"data_seed", "--seed N", ""},
    {"full_determinism", "", "leave it out: every run is deterministic"},
    {"group_by_length", "--pack auto", "which needs no padding"},
    {"length_column_name", "--pack auto", "which needs no padding"},
    {"remove_unused_columns", "", kColumns},
    {"label_names", "", kColumns},
    {"label_smoothing_factor", "", "leave it out: labels are not smoothed"},
    {"neftune_noise_alpha", "", "leave it out: embeddings get no noise"},
    {"average_tokens_across_devices", "", kSamplesCounted},
    {"include_inputs_for_metrics", "", kOwnMetrics},
    {"include_for_metrics", "", kOwnMetrics},
    {"include_num_input_tokens_seen", "", "leave it out: tokens are always counted"},
    {"include_tokens_per_second", "", "leave it out: the rate is always shown"},
    {"batch_eval_metrics", "", kOwnMetrics},
    {"eval_use_gather_object", "", kOwnMetrics},
    {"use_cache", "", "leave it out: training keeps no keys and values, generation always does"},
    {"dataloader_drop_last", "", kLoader},
    {"dataloader_num_workers", "--preprocessing_num_workers N or --threads N", ""},
    {"dataloader_pin_memory", "", kLoader},
    {"dataloader_persistent_workers", "", kLoader},
    {"dataloader_prefetch_factor", "", kLoader},
    {"dataloader_multiprocessing_context", "", kLoader},
    {"dataloader_in_order", "", kLoader},
    {"activation_checkpointing", "--gradient_checkpointing", ""},
    {"activation_checkpointing_kwargs", "--memory_budget", "it says how much a step may keep"},
    {"gradient_checkpointing_kwargs", "--memory_budget", "it says how much a step may keep"},
    {"torch_compile", "", kOneProgram},
    {"torch_compile_backend", "", kOneProgram},
    {"torch_compile_mode", "", kOneProgram},
    {"jit_mode_eval", "", kOneProgram},
    {"torchdynamo", "", kOneProgram},
    {"use_liger_kernel", "", "leave it out: fused operations are always used"},
    {"liger_kernel_config", "", "leave it out: fused operations are always used"},
    {"torch_empty_cache_steps", "", "leave it out: memory is planned before the first step"},
    {"skip_memory_metrics", "", "leave it out: the planned peak is always reported"},
    {"local_rank", "--rank R", "or none: what torchrun, mpirun or srun say is read"},
    {"ddp_backend", "--comm_engine", ""},
    {"ddp_find_unused_parameters", "", kOneSum},
    {"ddp_bucket_cap_mb", "", kOneSum},
    {"ddp_broadcast_buffers", "", kOneSum},
    {"ddp_timeout", "--collective_timeout SECONDS", ""},
    {"ddp_static_graph", "", kOneSum},
    {"fsdp", kLaunch, kWholeModel, "launch"},
    {"fsdp_config", kLaunch, kWholeModel, "launch"},
    {"deepspeed", kLaunch, kWholeModel, "launch"},
    {"sharded_ddp", kLaunch, kWholeModel, "launch"},
    {"parallelism_config", kLaunch, kWholeModel, "launch"},
    {"accelerator_config", "", kOwnPart},
    {"dispatch_batches", "", kOwnPart},
    {"split_batches", "", kOwnPart},
    {"tpu_num_cores", "--devices N", ""},
    {"past_index", "", "leave it out: models have no memory of earlier batches"},
    {"push_to_hub", "", kUpload},
    {"push_to_hub_model_id", "", kUpload},
    {"push_to_hub_organization", "", kUpload},
    {"push_to_hub_token", "", kUpload},
    {"hub_model_id", "", kUpload},
    {"hub_strategy", "", kUpload},
    {"hub_token", "", kUpload},
    {"hub_private_repo", "", kUpload},
    {"hub_always_push", "", kUpload},
    {"hub_revision", "", kUpload},
    {"use_legacy_prediction_loop", "", "leave it out"},
    {"mp_parameters", kLaunch, kWholeModel, "launch"},
    {"ray_scope", "", "leave it out: there is no hyperparameter search"},
    {"trackio_space_id", "--report_to mlflow", kNotTrackio},
    {"trackio_bucket_id", "--report_to mlflow", kNotTrackio},
    {"trackio_static_space_id", "--report_to mlflow", kNotTrackio},
    // ScriptArguments, ModelConfig and SFTConfig of TRL.
    {"dataset_config", kSplits, kSplitFiles},
    {"dataset_train_split", kSplits, kSplitFiles},
    {"dataset_test_split", kSplits, kSplitFiles},
    {"dataset_streaming", "", "leave it out: a data set is read as a whole"},
    {"dataset_num_proc", "--preprocessing_num_workers N or --threads N", ""},
    {"dataset_kwargs", "", "leave it out: rows are always tokenised"},
    {"attn_implementation", "", kOneProgram},
    {"dtype", "--precision f32 or --precision bf16", ""},
    {"model_init_kwargs", "", "leave it out: config.json says what the model is"},
    {"load_in_8bit", "", kNotQuantized},
    {"load_in_4bit", "", kNotQuantized},
    {"bnb_4bit_quant_type", "", kNotQuantized},
    {"use_bnb_nested_quant", "", kNotQuantized},
    {"bnb_4bit_quant_storage", "", kNotQuantized},
    {"truncation_mode", "", "leave it out: a row that is too long loses its end (keep_start)"},
    {"shuffle_dataset", "--train_sampling_strategy random", "with a seed, in each epoch"},
    {"padding_free", "--pack auto", "which needs no padding"},
    {"pad_token", "", "leave it out: padding never counts in the loss, whatever its token"},
    {"eos_token", "", "name it in tokenizer_config.json as \"eos_token\""},
    {"loss_type", "", "leave it out: the loss is the cross entropy (nll)"},
    {"activation_offloading", "--memory_budget", "it says how much a step may keep"},
    {"router_aux_loss_coef", "", "it is a member of config.json, where a model has experts"},
};

bool has_flag(const ArgumentList& arguments, const std::string& name) {
  return find_argument(arguments, name) ||
         std::any_of(std::begin(kGlobalFlags), std::end(kGlobalFlags),
                     [&](const GlobalFlag& flag) { return flag.name == name; });
}

}  // namespace

std::span<const UnsupportedFlag> unsupported_flags() {
  return kFlags;
}

std::vector<std::string> flags_in(std::string_view use) {
  std::vector<std::string> flags;
  while (!use.empty()) {
    const std::string_view word = use.substr(0, use.find(' '));
    if (word.starts_with("--") && word.size() > 2) flags.emplace_back(word.substr(2));
    use.remove_prefix(std::min(use.size(), word.size() + 1));
  }
  return flags;
}

std::optional<std::string> what_to_use_instead(std::string_view name,
                                               const ArgumentList& arguments) {
  const auto found = std::find_if(std::begin(kFlags), std::end(kFlags),
                                  [&](const UnsupportedFlag& flag) { return flag.name == name; });
  if (found == std::end(kFlags)) return std::nullopt;
  if (found->use.empty()) return std::string(found->why);
  const bool is_other = found->command != "train";
  const auto flags = flags_in(found->use);
  if (!is_other && !std::all_of(flags.begin(), flags.end(),
                                [&](const std::string& flag) { return has_flag(arguments, flag); }))
    return std::nullopt;
  const std::string use = is_other ? fmt::format("use `tutti {} {}`", found->command, found->use)
                                   : fmt::format("use {}", found->use);
  return found->why.empty() ? use : fmt::format("{}: {}", use, found->why);
}

}  // namespace tutti::app
