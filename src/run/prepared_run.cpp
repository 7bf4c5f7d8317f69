// SPDX-License-Identifier: Apache-2.0
#include "run/prepared_run.h"

#include "run/job_shares.h"
#include "run/loaded_model.h"
#include "run/mixed_devices.h"
#include "run/pass_control.h"
#include "run/product_rate.h"
#include "run/step_options.h"
#include "run/train_data.h"
#include "run/trainer_options.h"
#include "train/process_memory.h"

namespace tutti::run {

using task::Split;

PreparedRun::PreparedRun(const TrainSettings& settings, const Context& context, task::Use use)
    : context_(context),
      settings_(settings),
      model_(
          settings_, settings_.tasks, use, context_,
          [this](const task::TaskKind& kind) { return training_files(settings_, kind, context_); },
          &settings_.lora),
      passes_(pass_control(settings_)) {
  settings_.max_seq_length = model_.length_of(settings_.max_seq_length);
  if (settings_.per_device_train_batch_size == 1 && use == task::Use::train &&
      model_.task().compares_features())
    user_error(
        "--per_device_train_batch_size 1: the loss compares the features of a micro-batch with "
        "each other, expected 2 or more");
  if (settings_.auto_find_batch_size && model_.task().compares_features())
    user_error(
        "--auto_find_batch_size: the loss compares the features of a micro-batch, so its size "
        "changes what is learned; leave it out, and give --per_device_train_batch_size");
}

void PreparedRun::read_validation() {
  if (settings_.do_eval)
    validation_ = model_.read(reading_of(settings_, Split::validation, model_.kind(), context_));
}

void PreparedRun::read_data() {
  data_ = model_.read(reading_of(settings_, Split::train, model_.kind(), context_));
  // Features of several texts may be longer than a text.
  const data::FeatureSource& features = data_->features();
  for (int64_t i = 0; i < features.size(); i++)
    settings_.longest_feature = std::max<int64_t>(settings_.longest_feature, features.length(i));
}

void PreparedRun::make_loader() {
  loader_.emplace(data_->features(), loader_options(settings_, model_.kind(), *backend_));
  if (total_steps_ > 0) return;
  total_steps_ =
      settings_.max_steps > 0 ? settings_.max_steps : loader_->steps_of(settings_.num_train_epochs);
}

void PreparedRun::make_objective(const model::Weights* weights) {
  objective_.emplace(weights ? kept_objective(model_, *weights, precision())
                             : kept_objective(model_, precision()));
}

void PreparedRun::measure_padding() {
  if (settings_.pad_to_multiple_of == "auto")
    settings_.pad_to_multiple_of = std::to_string(measured_padding(
        *backend_, *objective_, *settings_.max_seq_length, step_options(settings_, *backend_, 1)));
}

void PreparedRun::make_programs(int64_t steps) {
  programs_.emplace(*backend_, *objective_, step_options(settings_, *backend_, steps), passes_);
  train::release_free_memory();
}

pass::Precision PreparedRun::precision() const {
  return step_options(settings_, *backend_, 1).precision;
}

data::Layout PreparedRun::evaluation_layout(train::Programs& programs, int64_t features) const {
  return run::evaluation_layout(settings_, model_.kind(), programs, features);
}

data::LoaderOptions PreparedRun::batches_of(int64_t batch, int64_t accumulate,
                                            const backend::Backend& backend) const {
  TrainSettings other = settings_;
  other.per_device_train_batch_size = batch;
  other.gradient_accumulation_steps = accumulate;
  return loader_options(other, model_.kind(), backend);
}

train::RunOutline outline_of(const PreparedRun& run, train::Programs& programs,
                             data::Loader& loader, int64_t first, int64_t loaded) {
  const TrainSettings& settings = run.settings();
  train::EvaluationOutline evaluation;
  if (run.validation())
    evaluation = {
        &run.validation()->features(), settings.per_device_eval_batch_size,
        [&run, &programs](int64_t batch) { return run.evaluation_layout(programs, batch); }};
  const bool may_repeat =
      settings.auto_find_batch_size && programs.backend().capabilities().asynchronous;
  const bool copies =
      train::saves_on_the_way(trainer_options(settings, loader, programs, run.model(), ""));
  return {programs,
          loader,
          first,
          run.total_steps(),
          evaluation,
          loaded,
          may_repeat || mixes_backends(settings),
          !computes_elsewhere(settings),
          /*held=*/0,
          copies ? train::Copying::if_it_fits : train::Copying::none};
}

}  // namespace tutti::run
