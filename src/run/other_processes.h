// SPDX-License-Identifier: Apache-2.0
// The other processes of a training: how one meets them, and what it says of them.
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

/// Refuses what several processes cannot share, as a UserError.
void expect_shareable(const TrainSettings& settings, int64_t processes);

/// Says in the log how the processes met again, after so many steps.
void show_regrouping(const comm::Regrouping& regrouping, int64_t step);

/// The other processes of a training, over any engine.
class OtherProcesses {
 public:
  /// Meets them.
  OtherProcesses(const comm::MeetingPlace& place, const TrainSettings& settings);

  /// Whether the job runs already.
  bool is_newcomer() const { return job_ && job_->is_newcomer(); }
  /// What a training sees of them, with the micro-batches of a step that each rank computes. This
  /// object must outlive it.
  train::Processes processes(const std::vector<int64_t>& shares);
  /// Ends what all do together. The first process may go on alone with what is left to do.
  void finish();
  /// Tells the others that this process cannot go on, and why.
  void give_up(const std::string& reason);

 private:
  std::optional<comm::Job> job_;                      // of processes that outlive one another
  std::unique_ptr<comm::Communicator> communicator_;  // or of others
};

}  // namespace tutti::run
