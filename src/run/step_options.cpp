// SPDX-License-Identifier: Apache-2.0
#include "run/step_options.h"

#include <algorithm>
#include <cmath>

#include "base/log.h"
#include "base/text.h"
#include "pass/pipeline.h"
#include "run/batch_layout.h"
#include "run/job_shares.h"
#include "run/pass_control.h"
#include "run/run_metrics.h"
#include "run/train_precision.h"

namespace tutti::run {
namespace {

step::Schedule schedule_of(const TrainSettings& settings, int64_t total_steps) {
  step::Schedule schedule;
  schedule.kind = step::schedule_kind(settings.lr_scheduler_type);
  schedule.learning_rate = settings.learning_rate;
  schedule.total_steps = total_steps;
  const auto total = static_cast<double>(total_steps);
  // Like transformers: warmup_steps overrides warmup_ratio, and below 1 it is a ratio itself.
  if (settings.warmup_steps >= 1)
    schedule.warmup_steps = static_cast<int64_t>(settings.warmup_steps);
  else
    schedule.warmup_steps = static_cast<int64_t>(
        std::ceil(total * std::max(settings.warmup_steps, settings.warmup_ratio)));
  return schedule;
}

/// Checks that --logging_steps and the like are whole numbers, or shares of all steps.
void expect_steps(const char* flag, double value, bool in_range) {
  if (!in_range || (value > 1 && value != std::floor(value)))
    user_error("--{} {}: expected a whole number of steps, or a share of all steps between 0 and 1",
               flag, value);
}

}  // namespace

TrainSettings resolved_settings(const TrainSettings& settings) {
  if (settings.max_steps == 0)
    user_error("--max_steps 0: expected at least 1, or -1 for --num_train_epochs");
  TrainSettings resolved = settings;
  resolved.precision = named_precision(settings);
  if (settings.auto_find_batch_size && settings.micro_batches)
    user_error(
        "--auto_find_batch_size contradicts --micro_batches {}, which says how many there are",
        *settings.micro_batches);
  padding_of(settings);
  expect_offload_folder(settings);
  memory_budget_of(settings);  // rejects a wrong one before reading anything
  for (const auto& [flag, beta] :
       {std::pair("adam_beta1", settings.adam_beta1), std::pair("adam_beta2", settings.adam_beta2)})
    if (beta == 1) user_error("--{} 1: expected at least 0 and less than 1", flag);
  const bool evaluates = settings.eval_strategy != "no";
  if (!evaluates && settings.load_best_model_at_end)
    user_error("--load_best_model_at_end needs evaluations: give --eval_strategy steps or epoch");
  if (!evaluates && settings.early_stopping_patience)
    user_error("--early_stopping_patience needs evaluations: give --eval_strategy steps or epoch");
  expect_reports(settings);
  if (!settings.save_safetensors)
    user_error("--save_safetensors False: checkpoints are safetensors files; leave the flag out");
  expect_steps("logging_steps", settings.logging_steps, settings.logging_steps > 0);
  expect_steps("eval_steps", settings.eval_steps, true);
  expect_steps("save_steps", settings.save_steps, settings.save_steps > 0);
  if (!settings.optim.empty())
    log_info("--optim {}: this is AdamW, the only optimizer, under any name", settings.optim);
  if (settings.pad_to_max_length)
    log_info("--pad_to_max_length: the same as --pack none; without it, steps compute no padding");
  resolved.do_eval = settings.do_eval || evaluates;  // as transformers
  if (settings.pad_to_max_length) resolved.pack = "none";
  return resolved;
}

step::StepOptions step_options(const TrainSettings& settings, const backend::Backend& backend,
                               int64_t total_steps) {
  step::StepOptions options;
  options.schedule = schedule_of(settings, total_steps);
  options.beta1 = settings.adam_beta1;
  options.beta2 = settings.adam_beta2;
  options.epsilon = settings.adam_epsilon;
  options.weight_decay = settings.weight_decay;
  options.max_gradient_norm = settings.max_grad_norm;
  if (!skips(settings, pass::kPrecision))
    options.precision = precision_for(named_precision(settings), backend);
  options.loss_scale = loss_scale_of(settings, options.precision);
  options.memory_budget = memory_budget_of(settings);
  options.pad_to_multiple_of = padding_of(settings);
  options.host_optimizer = offloads_optimizer(settings, backend);
  options.max_segment = *settings.max_seq_length;
  options.devices = world_of(settings).devices;
  options.most_leaves = most_processes(settings);
  return options;
}

}  // namespace tutti::run
