// SPDX-License-Identifier: Apache-2.0
#include "app/train_settings.h"

#include <algorithm>
#include <cmath>

#include "app/batch_layout.h"
#include "app/job_shares.h"
#include "app/pass_control.h"
#include "app/run_metrics.h"
#include "app/train_precision.h"
#include "base/log.h"
#include "base/text.h"
#include "pass/pipeline.h"

namespace tutti::app {
namespace {

step::Schedule schedule_of(const TrainArguments& arguments, int64_t total_steps) {
  step::Schedule schedule;
  schedule.kind = step::schedule_kind(arguments.lr_scheduler_type);
  schedule.learning_rate = arguments.learning_rate;
  schedule.total_steps = total_steps;
  const auto total = static_cast<double>(total_steps);
  // As transformers: warmup_steps wins over warmup_ratio, and below 1 it is a ratio itself.
  if (arguments.warmup_steps >= 1)
    schedule.warmup_steps = static_cast<int64_t>(arguments.warmup_steps);
  else
    schedule.warmup_steps = static_cast<int64_t>(
        std::ceil(total * std::max(arguments.warmup_steps, arguments.warmup_ratio)));
  return schedule;
}

/// Holds that --logging_steps and its like are whole numbers, or shares of all steps.
void expect_steps(const char* flag, double value, bool in_range) {
  if (!in_range || (value > 1 && value != std::floor(value)))
    user_error("--{} {}: expected a whole number of steps, or a share of all steps between 0 and 1",
               flag, value);
}

}  // namespace

TrainArguments resolved_arguments(const TrainArguments& arguments) {
  if (arguments.max_steps == 0)
    user_error("--max_steps 0: expected at least 1, or -1 for --num_train_epochs");
  TrainArguments resolved = arguments;
  resolved.precision = named_precision(arguments);
  if (arguments.auto_find_batch_size && arguments.micro_batches)
    user_error(
        "--auto_find_batch_size contradicts --micro_batches {}, which says how many there are",
        *arguments.micro_batches);
  padding_of(arguments);
  expect_offload_folder(arguments);
  memory_budget_of(arguments);  // a wrong one is refused before anything is read
  for (const auto& [flag, beta] : {std::pair("adam_beta1", arguments.adam_beta1),
                                   std::pair("adam_beta2", arguments.adam_beta2)})
    if (beta == 1) user_error("--{} 1: expected at least 0 and less than 1", flag);
  const bool evaluates = arguments.eval_strategy != "no";
  if (!evaluates && arguments.load_best_model_at_end)
    user_error("--load_best_model_at_end needs evaluations: give --eval_strategy steps or epoch");
  if (!evaluates && arguments.early_stopping_patience)
    user_error("--early_stopping_patience needs evaluations: give --eval_strategy steps or epoch");
  expect_reports(arguments);
  if (!arguments.save_safetensors)
    user_error("--save_safetensors False: checkpoints are safetensors files; leave the flag out");
  expect_steps("logging_steps", arguments.logging_steps, arguments.logging_steps > 0);
  expect_steps("eval_steps", arguments.eval_steps, true);
  expect_steps("save_steps", arguments.save_steps, arguments.save_steps > 0);
  if (!arguments.optim.empty())
    log_info("--optim {}: AdamW, the only optimizer, whatever its name", arguments.optim);
  if (arguments.pad_to_max_length)
    log_info("--pad_to_max_length: as --pack none; without it steps compute no padding");
  resolved.do_eval = arguments.do_eval || evaluates;  // as transformers
  if (arguments.pad_to_max_length) resolved.pack = "none";
  return resolved;
}

step::StepOptions step_options(const TrainArguments& arguments, const backend::Backend& backend,
                               int64_t total_steps) {
  step::StepOptions options;
  options.schedule = schedule_of(arguments, total_steps);
  options.beta1 = arguments.adam_beta1;
  options.beta2 = arguments.adam_beta2;
  options.epsilon = arguments.adam_epsilon;
  options.weight_decay = arguments.weight_decay;
  options.max_gradient_norm = arguments.max_grad_norm;
  if (!skips(arguments, pass::kPrecision))
    options.precision = precision_for(named_precision(arguments), backend);
  options.loss_scale = loss_scale_of(arguments, options.precision);
  options.memory_budget = memory_budget_of(arguments);
  options.pad_to_multiple_of = padding_of(arguments);
  options.host_optimizer = offloads_optimizer(arguments, backend);
  options.max_segment = *arguments.max_seq_length;
  options.devices = world_of(arguments).devices;
  options.most_leaves = most_processes(arguments);
  return options;
}

}  // namespace tutti::app
