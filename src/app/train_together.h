// SPDX-License-Identifier: Apache-2.0
// What a training by several processes checks and shows, beside what one alone does.
#pragma once

#include "app/commands.h"
#include "comm/job.h"
#include "train/processes.h"

namespace tutti::app {

/// Refuses what several processes cannot share, as a UserError.
void expect_shareable(const TrainArguments& arguments, int64_t processes);

/// Makes `shown` of `global`, and the log, what a process of this rank shows: rank 0 what one that
/// is alone shows, the others only warnings. A newcomer has the rank -1.
void speak_as(int64_t rank, const GlobalOptions& global, GlobalOptions& shown);

/// Says in the log how the processes met again, after so many steps.
void show_regrouping(const comm::Regrouping& regrouping, int64_t step);

/// The other processes of a training, over any engine.
class OtherProcesses {
 public:
  /// Meets them.
  OtherProcesses(const comm::MeetingPlace& place, const TrainArguments& arguments);

  /// Whether the job runs already.
  bool is_newcomer() const { return job_ && job_->is_newcomer(); }
  /// What a training sees of them. This object must outlive it.
  train::Processes processes(const std::vector<int64_t>& shares);
  /// Ends what all do together. The first process may go on alone with what is left to do.
  void finish();
  /// Tells the others that this process cannot go on, and why.
  void give_up(const std::string& reason);

 private:
  std::optional<comm::Job> job_;                      // of processes that outlive one another
  std::unique_ptr<comm::Communicator> communicator_;  // or of others
};

}  // namespace tutti::app
