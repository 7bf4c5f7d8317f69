// SPDX-License-Identifier: Apache-2.0
#include "app/unsupported.h"

namespace tutti::app {
namespace {

constexpr std::string_view kOnlyQuestionAnswering =
    "leave it out: a train and a validation file are all that is read";
constexpr std::string_view kLocalFiles =
    "fetch the files first (`hf download NAME`), then name them";
constexpr std::string_view kOneProcess =
    "leave it out: training runs in one process, on several devices with --devices N";
constexpr std::string_view kOneProgram =
    "leave it out: the whole step is compiled into one program already";
constexpr std::string_view kLoader = "leave it out: batches are made in memory, in time";
constexpr std::string_view kAdamW = "leave it out: the optimizer is AdamW";
constexpr std::string_view kQuietly = "use -q, or -v";
constexpr std::string_view kSamplesCounted =
    "leave it out: the loss always weighs every sample of the optimizer step equally";

constexpr std::string_view kSplits =
    "use --dataset_name FOLDER with files called train and validation, or --train_file and "
    "--validation_file";
constexpr std::string_view kNotQuantized = "leave it out: weights are float32 or bf16";

constexpr UnsupportedFlag kFlags[] = {
    // ModelArguments and DataTrainingArguments of run_qa.
    {"config_name", "put config.json beside the weights, in the model's folder"},
    {"model_revision",
     "fetch that revision (`hf download NAME --revision ...`) and name its folder"},
    {"token", kLocalFiles},
    {"use_auth_token", kLocalFiles},
    {"trust_remote_code", "leave it out: no code is ever fetched"},
    {"use_fast_tokenizer", "leave it out: there is one tokenizer, equal to the fast one"},
    {"dataset_config_name", kOnlyQuestionAnswering},
    {"test_file", "use `tutti evaluate --validation_file FILE`"},
    {"do_predict", "use `tutti evaluate --validation_file FILE`"},
    {"max_predict_samples", "use `tutti evaluate --max_eval_samples N`"},
    // TrainingArguments.
    {"fp16_opt_level", "use --fp16 alone"},
    {"fp16_backend", "use --fp16 alone"},
    {"fp16_full_eval", "use --precision fp16"},
    {"half_precision_backend", "use --fp16 alone"},
    {"bf16_full_eval", "use --precision bf16"},
    {"tf32", "use --precision f32 or --bf16"},
    {"use_cpu", "use --backend cpu"},
    {"no_cuda", "use --backend cpu"},
    {"use_ipex", "use --backend cpu"},
    {"use_mps_device", "use --backend cpu"},
    {"optim_args", kAdamW},
    {"optim_target_modules", kAdamW},
    {"adafactor", kAdamW},
    {"lr_scheduler_kwargs", "use --lr_scheduler_type linear, cosine or constant"},
    {"evaluation_strategy", "use --eval_strategy"},
    {"evaluate_during_training", "use --eval_strategy steps"},
    {"per_gpu_train_batch_size", "use --per_device_train_batch_size"},
    {"per_gpu_eval_batch_size", "use --per_device_eval_batch_size"},
    {"train_batch_size", "use --per_device_train_batch_size"},
    {"eval_batch_size", "use --per_device_eval_batch_size"},
    {"eval_accumulation_steps", "leave it out: logits leave the device after every batch"},
    {"eval_delay", "leave it out, and use --eval_steps"},
    {"eval_on_start", "run `tutti evaluate` before the training"},
    {"eval_do_concat_batches", kOnlyQuestionAnswering},
    {"prediction_loss_only", "leave it out"},
    {"save_only_model", "leave it out: a checkpoint always holds what a resume needs"},
    {"save_on_each_node", kOneProcess},
    {"enable_jit_checkpoint", "leave it out: SIGTERM always saves before it stops"},
    {"restore_callback_states_from_checkpoint", "leave it out: a resume restores everything"},
    {"ignore_data_skip", "leave it out: a resume goes on with the next batch at once"},
    {"greater_is_better", "leave it out: known from --metric_for_best_model"},
    {"metric_key_prefix", "leave it out: results are named eval_..."},
    {"logging_strategy", "use --logging_steps N"},
    {"logging_first_step", "use --logging_steps 1"},
    {"logging_nan_inf_filter", "leave it out: a loss that is not finite is never hidden"},
    {"log_level", kQuietly},
    {"log_level_replica", kQuietly},
    {"log_on_each_node", kOneProcess},
    {"debug", "leave it out: a loss that is not finite names the operation that made it"},
    {"run_name", "leave it out: --output_dir names the run, and MLFLOW_RUN_NAME that at MLflow"},
    {"project", "leave it out: nothing is sent anywhere"},
    {"data_seed", "use --seed"},
    {"full_determinism", "leave it out: every run is deterministic"},
    {"group_by_length", "leave it out: --pack auto needs no padding"},
    {"length_column_name", "leave it out: --pack auto needs no padding"},
    {"remove_unused_columns", kOnlyQuestionAnswering},
    {"label_names", kOnlyQuestionAnswering},
    {"label_smoothing_factor", "leave it out: labels are not smoothed"},
    {"neftune_noise_alpha", "leave it out: embeddings get no noise"},
    {"average_tokens_across_devices", kSamplesCounted},
    {"include_inputs_for_metrics", kOnlyQuestionAnswering},
    {"include_for_metrics", kOnlyQuestionAnswering},
    {"include_num_input_tokens_seen", "leave it out: tokens are always counted"},
    {"include_tokens_per_second", "leave it out: the rate is always shown"},
    {"batch_eval_metrics", kOnlyQuestionAnswering},
    {"eval_use_gather_object", kOnlyQuestionAnswering},
    {"use_cache", "leave it out: an encoder has no past keys and values"},
    {"dataloader_drop_last", kLoader},
    {"dataloader_num_workers", "use --preprocessing_num_workers or --threads"},
    {"dataloader_pin_memory", kLoader},
    {"dataloader_persistent_workers", kLoader},
    {"dataloader_prefetch_factor", kLoader},
    {"dataloader_multiprocessing_context", kLoader},
    {"dataloader_in_order", kLoader},
    {"activation_checkpointing",
     "use a smaller --per_device_train_batch_size and a larger "
     "--gradient_accumulation_steps: the result is the same"},
    {"activation_checkpointing_kwargs", "use --gradient_accumulation_steps"},
    {"gradient_checkpointing_kwargs", "use --gradient_checkpointing alone"},
    {"torch_compile", kOneProgram},
    {"torch_compile_backend", kOneProgram},
    {"torch_compile_mode", kOneProgram},
    {"jit_mode_eval", kOneProgram},
    {"torchdynamo", kOneProgram},
    {"use_liger_kernel", "leave it out: fused operations are always used"},
    {"liger_kernel_config", "leave it out: fused operations are always used"},
    {"torch_empty_cache_steps", "leave it out: memory is planned before the first step"},
    {"skip_memory_metrics", "leave it out: the planned peak is always reported"},
    {"local_rank", kOneProcess},
    {"ddp_backend", kOneProcess},
    {"ddp_find_unused_parameters", kOneProcess},
    {"ddp_bucket_cap_mb", kOneProcess},
    {"ddp_broadcast_buffers", kOneProcess},
    {"ddp_timeout", kOneProcess},
    {"ddp_static_graph", kOneProcess},
    {"fsdp", kOneProcess},
    {"fsdp_config", kOneProcess},
    {"deepspeed", kOneProcess},
    {"sharded_ddp", kOneProcess},
    {"parallelism_config", kOneProcess},
    {"accelerator_config", kOneProcess},
    {"dispatch_batches", kOneProcess},
    {"split_batches", kOneProcess},
    {"tpu_num_cores", "use --devices N"},
    {"past_index", kOnlyQuestionAnswering},
    {"push_to_hub", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"push_to_hub_model_id", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"push_to_hub_organization", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"push_to_hub_token", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"hub_model_id", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"hub_strategy", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"hub_token", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"hub_private_repo", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"hub_always_push", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"hub_revision", "run `hf upload NAME OUTPUT_DIR` afterwards"},
    {"use_legacy_prediction_loop", "leave it out"},
    {"mp_parameters", kOneProcess},
    {"ray_scope", "leave it out: there is no hyperparameter search"},
    {"trackio_space_id", "leave it out: nothing is sent anywhere"},
    {"trackio_bucket_id", "leave it out: nothing is sent anywhere"},
    {"trackio_static_space_id", "leave it out: nothing is sent anywhere"},
    // ScriptArguments, ModelConfig and SFTConfig of TRL.
    {"dataset_config", kSplits},
    {"dataset_train_split", kSplits},
    {"dataset_test_split", kSplits},
    {"dataset_streaming", "leave it out: a data set is read as a whole"},
    {"dataset_num_proc", "use --preprocessing_num_workers or --threads"},
    {"dataset_kwargs", "leave it out: rows are always tokenised"},
    {"attn_implementation", kOneProgram},
    {"dtype", "use --precision f32 or --precision bf16"},
    {"model_init_kwargs", "leave it out: config.json says what the model is"},
    {"load_in_8bit", kNotQuantized},
    {"load_in_4bit", kNotQuantized},
    {"bnb_4bit_quant_type", kNotQuantized},
    {"use_bnb_nested_quant", kNotQuantized},
    {"bnb_4bit_quant_storage", kNotQuantized},
    {"truncation_mode", "leave it out: a row that is too long loses its end (keep_start)"},
    {"shuffle_dataset", "leave it out: features are shuffled by --seed, in each epoch"},
    {"padding_free", "leave it out: --pack auto needs no padding"},
    {"pad_token", "leave it out: padding never counts in the loss, whatever its token"},
    {"eos_token", "name it in tokenizer_config.json as \"eos_token\""},
    {"loss_type", "leave it out: the loss is the cross entropy (nll)"},
    {"activation_offloading", "use --gradient_accumulation_steps"},
    {"router_aux_loss_coef", "leave it out: no model with experts is supported"},
};

}  // namespace

std::span<const UnsupportedFlag> unsupported_flags() {
  return kFlags;
}

std::optional<std::string_view> what_to_use_instead(std::string_view name) {
  for (const UnsupportedFlag& flag : unsupported_flags())
    if (flag.name == name) return flag.instead;
  return std::nullopt;
}

}  // namespace tutti::app
