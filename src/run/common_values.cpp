// SPDX-License-Identifier: Apache-2.0
#include "run/common_values.h"

#include "base/hash.h"
#include "ir/print.h"
#include "run/job_shares.h"

namespace tutti::run {

nlohmann::json common_values(const train::TrainerOptions& options, const data::Loader& loader,
                             const train::Programs& programs, const TrainSettings& settings,
                             const task::Dataset* validation) {
  nlohmann::json values = options.settings;
  values["validation_features"] = validation ? validation->key() : "";
  values["per_device_eval_batch_size"] = settings.per_device_eval_batch_size;
  values["train_features"] = options.data;
  values["micro_batches"] = loader.options().accumulate;
  values["shares"] = shares_of(settings);
  values["shares_follow_speeds"] = shares_follow_speeds(settings);
  values["seed"] = loader.options().seed;
  values["max_steps"] = options.total_steps;
  values["logging_steps"] = options.logging_steps;
  values["save_steps"] = options.save_steps;
  values["eval_steps"] = options.evaluate_steps;
  values["save_sharded"] = options.save_sharded;
  values["state_check_steps"] = options.check_steps;
  values["early_stopping_patience"] = options.patience;
  values["metric_for_best_model"] = options.metric;
  values["load_best_model_at_end"] = options.keep_best;
  values["train_sampling_strategy"] = settings.train_sampling_strategy;
  values["comm_encryption"] = settings.comm_encryption;
  values["skip_passes"] = settings.skip_passes;
  values["replay_devices"] =
      settings.replay_devices.empty() ? "" : sha256_of_file(settings.replay_devices);
  // For one shape: the others differ only in it.
  values["program"] = sha256_hex(
      ir::print(step::step_function(step::kGradients, programs.objective(),
                                    {1, *settings.max_seq_length, 1}, programs.options())));
  return values;
}

}  // namespace tutti::run
