// SPDX-License-Identifier: Apache-2.0
// The preparation of a training before its first step.
#include "base/log.h"
#include "base/memory_limit.h"
#include "model/tensor_file.h"
#include "run/backends.h"
#include "run/common_values.h"
#include "run/run_file.h"
#include "run/trainer_options.h"
#include "run/training_run.h"
#include "train/output_size.h"
#include "train/process_memory.h"

namespace tutti::run {

void TrainingRun::prepare() {
  run_.read_data();
  run_.make_loader();
  if (start_.resumed && model().adapter())
    expect_same_adapter(*model().adapter(), start_.resumed->folder);
  if (!reads_checkpoint() || model().adapter()) {
    weights_.emplace(read_or_make_weights(model(), values_to_make()));
    start_.new_tensors = weights_->initialised();
  }
  run_.make_objective(weights_ ? &*weights_ : nullptr);
  run_.measure_padding();
  run_.make_programs(run_.total_steps());
  if (device_) {
    device_->make_programs(run_.objective(), run_.programs().options(), run_.passes());
    train::release_free_memory();
  }
  const int64_t loaded = train::resident_memory();
  if (settings().auto_find_batch_size) find_batch_size(loaded);
  memory_ =
      train::expect_run_fits(outline_of(run_, computing(), run_.loader(), first_step(), loaded));
}

void TrainingRun::find_batch_size(int64_t loaded) {
  const auto own = trial_backend(0);
  train::Programs tried(own ? *own : run_.backend(), run_.objective(), run_.programs().options(),
                        {run_.passes().skip});
  const FoundBatch found = find_batch(run_, tried, first_step(), loaded);
  run_.settings().per_device_train_batch_size = found.batch;
  run_.settings().gradient_accumulation_steps = found.accumulate;
  start_.batch_reason = found.reason;
  run_.make_loader();
}

std::unique_ptr<backend::Backend> TrainingRun::trial_backend(int64_t limit) const {
  if (!run_.backend().capabilities().is_own_processor) return nullptr;
  return open_backend(settings().backend, run_.context(), nullptr, limit);
}

train::Outcome TrainingRun::train() {
  if (is_stopped() && !processes_) {  // several agree on it in their first step
    log_info("stopped before the first step");
    return train::Outcome::stopped;
  }
  train::TrainerOptions options = trainer_options(settings(), run_.loader(), run_.programs(),
                                                  model(), run_.data().key(), run_.validation());
  options.save_async = memory_.copy > 0;
  const bool meets = processes_ && !is_newcomer();
  if (processes_) {
    agree_on_terms(options);
    start_.devices = processes_->devices();
  }
  if (is_first()) {
    open_output();
    warn_of_disk(options);
  }
  if (meets && options.save_sharded) processes_->expect_shared_folder(output_);
  make_state();
  if (processes_ && start_.resumed) processes_->share_state(*state_);
  train::release_free_memory();  // of compiling and of a tensor's copy
  if (meets) processes_->expect_same({{"the first state", state_->hash()}});
  std::optional<RunFile> run_file;
  if (is_first()) {
    tell(hooks_.on_begin, facts());
    run_file.emplace(run_, computing(), start_.devices);
  }
  std::optional<BatchWatch> watch;
  if (settings().auto_find_batch_size)
    watch.emplace(
        run_, computing(), first_step(), memory_,
        [this](int64_t limit) { return trial_backend(limit); }, [] { return spare_memory(); });
  return run_steps(options, watch ? &*watch : nullptr);
}

void TrainingRun::agree_on_terms(const train::TrainerOptions& options) {
  const auto terms =
      common_values(options, run_.loader(), run_.programs(), settings(), run_.validation());
  processes_->set_terms(terms);
  if (!is_newcomer()) processes_->expect_same(terms);
  mix(*processes_, settings(), run_.programs(), device_ ? &*device_ : nullptr);
}

void TrainingRun::warn_of_disk(const train::TrainerOptions& options) const {
  std::error_code failure;
  const auto space = std::filesystem::space(output_, failure);
  if (failure) return;
  const auto size = train::output_size(run_.programs().layout(), options, first_step());
  if (const auto lack = train::lack_of_disk(size, output_, space.available))
    log_warning("{}", *lack);
}

}  // namespace tutti::run
