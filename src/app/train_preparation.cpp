// SPDX-License-Identifier: Apache-2.0
// What a training does before its first step.
#include "app/common_values.h"
#include "app/loaded_model.h"
#include "app/plugins.h"
#include "app/product_rate.h"
#include "app/run_file.h"
#include "app/train_command.h"
#include "app/train_data.h"
#include "app/train_panel.h"
#include "app/train_precision.h"
#include "app/train_settings.h"
#include "app/trainer_options.h"
#include "base/log.h"
#include "base/memory_limit.h"
#include "model/tensor_file.h"
#include "train/output_size.h"
#include "train/process_memory.h"

namespace tutti::app {
namespace {

using task::Split;

}  // namespace

void TrainCommand::make_state(const std::optional<model::Weights>& weights) {
  if (reads_checkpoint())
    read_state(resumed_->folder);
  else
    state_.emplace(*backend_, *objective_, *weights, seed(), form());
  if (processes_ && resumed_) processes_->share_state(*state_);
  train::release_free_memory();  // of compiling and of a tensor's copy
}

void TrainCommand::make_programs(int64_t steps) {
  if (arguments_.pad_to_multiple_of == "auto")
    arguments_.pad_to_multiple_of =
        std::to_string(measured_padding(*backend_, *objective_, *arguments_.max_seq_length,
                                        step_options(arguments_, *backend_, 1)));
  programs_.emplace(*backend_, *objective_, step_options(arguments_, *backend_, steps), passes_);
  if (device_) device_->make_programs(*objective_, programs_->options(), passes_);
  train::release_free_memory();
}

void TrainCommand::agree_on_terms(const train::TrainerOptions& options,
                                  const data::Loader& loader) {
  const auto terms = common_values(options, loader, *programs_, arguments_, validation_.get());
  processes_->set_terms(terms);
  if (!is_newcomer()) processes_->expect_same(terms);
  mix(*processes_, arguments_, *programs_, device_ ? &*device_ : nullptr);
}

ExitCode TrainCommand::train() {
  const auto data =
      model_.read(reading_of(arguments_, Split::train, model_.kind(), global_.threads));
  std::optional<data::Loader> loader;
  loader.emplace(data->features(), loader_options(arguments_, model_.kind(), *backend_));
  const int64_t total = arguments_.max_steps > 0 ? arguments_.max_steps
                                                 : loader->steps_of(arguments_.num_train_epochs);
  if (resumed_ && model_.adapter()) expect_same_adapter(*model_.adapter(), resumed_->folder);
  std::optional<model::Weights> weights;
  if (!reads_checkpoint() || model_.adapter())
    weights.emplace(read_or_make_weights(model_, values_to_make()));
  objective_.emplace(weights ? objective_of(*weights) : model_.objective());
  make_programs(total);
  const int64_t loaded = train::resident_memory();
  std::string batch_reason;
  if (arguments_.auto_find_batch_size) {
    const FoundBatch found = found_batch(*data, *loader, total, loaded);
    arguments_.per_device_train_batch_size = found.batch;
    arguments_.gradient_accumulation_steps = found.accumulate;
    batch_reason = found.reason;
    loader.emplace(data->features(), loader_options(arguments_, model_.kind(), *backend_));
  }
  PlannedRun planned{arguments_,  model_, *data,    validation_.get(), *loader,
                     computing(), total,  resumed_, batch_reason};
  if (weights) planned.new_tensors = weights->initialised();
  memory_ = plan_run_memory(planned, loaded);
  if (stop_ > 0 && !processes_) {  // several agree on it in their first step
    log_info("stopped before the first step");
    return code_of_stop();
  }
  train::TrainerOptions options =
      trainer_options(arguments_, *loader, *programs_, model_.kind(), data->key());
  options.save_behind = memory_.copy > 0;
  const bool meets = processes_ && !is_newcomer();
  if (processes_) {
    agree_on_terms(options, *loader);
    planned.devices = processes_->devices();
  }
  if (is_first()) {
    open_output();
    warn_of_disk(options);
  }
  if (meets && options.save_sharded) processes_->expect_shared_folder(output_);
  make_state(weights);
  if (meets) processes_->expect_same({{"the first state", state_->hash()}});
  std::optional<RunFile> run_file;
  if (is_first()) {
    show_run(global_, planned, memory_);
    run_file.emplace(global_, planned);
  }
  std::optional<BatchWatch> watch;
  if (arguments_.auto_find_batch_size)
    watch.emplace(
        planned, memory_, [this](int64_t limit) { return trial_backend(limit); },
        [] { return spare_memory(); });
  return run_steps(*loader, options, *data, watch ? &*watch : nullptr);
}

void TrainCommand::warn_of_disk(const train::TrainerOptions& options) const {
  std::error_code failure;
  const auto space = std::filesystem::space(output_, failure);
  if (failure) return;
  const auto size = train::output_size(programs_->layout(), options, resumed_ ? resumed_->step : 0);
  if (const auto lack = train::lack_of_disk(size, output_, space.available))
    log_warning("{}", *lack);
}

std::unique_ptr<backend::Backend> TrainCommand::trial_backend(int64_t limit) const {
  if (!backend_->capabilities().is_own_processor) return nullptr;
  return open_backend(arguments_.backend, global_.threads, nullptr, arguments_.devices, limit);
}

FoundBatch TrainCommand::found_batch(const task::Dataset& data, data::Loader& loader, int64_t total,
                                     int64_t loaded) {
  const auto own = trial_backend(0);
  train::Programs programs(own ? *own : *backend_, *objective_, programs_->options(),
                           {passes_.skip});
  return find_batch(
      {arguments_, model_, data, validation_.get(), loader, programs, total, resumed_}, loaded);
}

task::Objective TrainCommand::objective_of(const model::Weights& weights) const {
  return kept_objective(model_, weights, step_options(arguments_, *backend_, 1).precision);
}

train::StateForm TrainCommand::form() const {
  return train::form_of(programs_->options(), host_place(arguments_, global_.threads));
}

void TrainCommand::read_state(const Path& folder) {
  if (!model_.adapter())
    state_.emplace(*backend_, *objective_, folder, form());
  else
    state_.emplace(*backend_, *objective_,
                   read_or_make_weights(model_, values_to_make(), folder / model::kAdapterFile),
                   folder, form());
}

}  // namespace tutti::app
