// SPDX-License-Identifier: Apache-2.0
// Meets the other processes of a training and reports on them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/job.h"
#include "run/train_settings.h"
#include "train/processes.h"

namespace tutti::run {

/// Throws a UserError for settings that several processes cannot share.
void expect_shareable(const TrainSettings& settings, int64_t processes);

/// Logs how the processes regrouped after `step` steps.
void show_regrouping(const comm::Regrouping& regrouping, int64_t step);

/// The other processes of a training, over any engine.
class OtherProcesses {
 public:
  /// Meets the other processes.
  OtherProcesses(const comm::MeetingPlace& place, const TrainSettings& settings);

  /// Whether the job already runs.
  bool is_newcomer() const { return job_ && job_->is_newcomer(); }
  /// The training's view of them, with the micro-batches of a step by rank. This object must
  /// outlive the result.
  train::Processes processes(const std::vector<int64_t>& shares);
  /// Ends the common work. The first process may finish the rest alone.
  void finish();
  /// Tells the others that this process cannot continue, and why.
  void give_up(const std::string& reason);

 private:
  std::optional<comm::Job> job_;                      // if processes outlive one another
  std::unique_ptr<comm::Communicator> communicator_;  // otherwise
};

}  // namespace tutti::run
