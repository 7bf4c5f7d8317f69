// SPDX-License-Identifier: Apache-2.0
#include "run/trainer_options.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "run/job_shares.h"

namespace tutti::run {
namespace {

/// Like transformers: below 1 it is a share of all steps.
int64_t step_count(double steps, int64_t total_steps) {
  if (steps >= 1) return static_cast<int64_t>(steps);
  const double share = std::ceil(static_cast<double>(total_steps) * steps);
  return std::max<int64_t>(1, static_cast<int64_t>(share));
}

/// The settings that determine the bits of a training.
std::string arithmetic_of(const backend::Device& device, pass::Precision precision) {
  const bool has_bf16 = precision == pass::Precision::bf16;
  if (!has_bf16 && !device.float32_arithmetic.empty()) return device.float32_arithmetic;
  return device.arithmetic.empty() ? device.description : device.arithmetic;
}

}  // namespace

task::Metric metric_of(const TrainSettings& settings, const OpenedModel& model,
                       const task::Dataset* validation) {
  std::string name = settings.metric_for_best_model;
  const task::TaskKind& kind = model.kind();
  const std::vector<std::string> names = kind.metrics();
  if (name.empty()) {
    const auto first = std::find_if(names.begin(), names.end(), [&](const std::string& metric) {
      return model.task().measures(metric) && (!validation || validation->measures(metric));
    });
    check(first != names.end(), "evaluations of {} measure nothing", kind.name());
    return kind.metric(*first);
  }
  if (name.starts_with("eval_")) name.erase(0, 5);
  if (std::find(names.begin(), names.end(), name) == names.end())
    user_error("--metric_for_best_model {}: expected one of {}, the metrics of {}", escaped(name),
               fmt::join(names, ", "), kind.name());
  return kind.metric(name);
}

train::TrainerOptions trainer_options(const TrainSettings& settings, const data::Loader& loader,
                                      train::Programs& programs, const OpenedModel& model,
                                      const std::string& data_key,
                                      const task::Dataset* validation) {
  const step::StepOptions& step = programs.options();
  const int64_t steps_per_epoch = loader.steps_per_epoch();
  train::TrainerOptions options;
  options.world = world_of(settings);
  options.total_steps = step.schedule.total_steps;
  options.data = data_key;
  const backend::Device device = programs.backend().devices()[0];
  options.settings = {{"arithmetic", arithmetic_of(device, step.precision)},
                      {"precision", pass::name_of(step.precision)},
                      {"learning_rate", step.schedule.learning_rate},
                      {"lr_scheduler_type", step::name_of(step.schedule.kind)},
                      {"warmup_steps", step.schedule.warmup_steps},
                      {"adam_beta1", step.beta1},
                      {"adam_beta2", step.beta2},
                      {"adam_epsilon", step.epsilon},
                      {"weight_decay", step.weight_decay},
                      {"max_grad_norm", step.max_gradient_norm},
                      {"pack", settings.pack == "none" ? "none" : "auto"},  // of steps
                      {"mixed_backends", settings.mixed_backends},
                      {"max_processes", step.most_leaves},
                      {"per_device_train_batch_size", settings.per_device_train_batch_size}};
  if (step.loss_scale) options.settings["loss_scale"] = step::description(*step.loss_scale);
  const auto count = [&](double steps) { return step_count(steps, options.total_steps); };
  options.logging_steps = count(settings.logging_steps);
  if (settings.save_strategy == "steps") options.save_steps = count(settings.save_steps);
  if (settings.save_strategy == "epoch") options.save_steps = steps_per_epoch;
  if (settings.eval_strategy == "steps")
    options.evaluate_steps =
        count(settings.eval_steps > 0 ? settings.eval_steps : settings.logging_steps);
  if (settings.eval_strategy == "epoch") options.evaluate_steps = steps_per_epoch;
  options.check_steps = settings.state_check_steps;
  options.save_sharded = settings.save_sharded;
  options.keep_checkpoints = settings.save_total_limit.value_or(0);
  options.output = settings.output_dir;
  const task::Metric metric = metric_of(settings, model, validation);
  options.metric = metric.name;
  options.larger_is_better = metric.larger_is_better;
  options.keep_best = settings.load_best_model_at_end;
  options.patience = settings.early_stopping_patience.value_or(0);
  return options;
}

}  // namespace tutti::run
