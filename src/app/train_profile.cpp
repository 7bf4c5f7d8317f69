// SPDX-License-Identifier: Apache-2.0
// Where the time of a training went.
#include "app/job_shares.h"
#include "app/plugins.h"
#include "app/train_command.h"
#include "app/train_settings.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

int64_t TrainCommand::features_per_step() const {
  return arguments_.per_device_train_batch_size * micro_batches_of(arguments_);
}

void TrainCommand::show_profile(int64_t steps) const {
  if (arguments_.profile.empty()) return;
  const MachineLimits measured = limits();
  write_profile(profile_, arguments_.profile, steps, measured);
  const Json summary = profile_json(profile_.kinds(), std::max<int64_t>(1, steps), measured);
  write_file_atomically(output_ / "profile.json", summary.dump(2) + "\n");
}

MachineLimits TrainCommand::limits() const {
  const auto measured = open_backend(arguments_.backend, global_.threads);
  const int64_t tokens = features_per_step() * *arguments_.max_seq_length / 2;
  return machine_limits(*measured, model_.objective(), tokens,
                        step_options(arguments_, *backend_, 1));
}

}  // namespace tutti::app
