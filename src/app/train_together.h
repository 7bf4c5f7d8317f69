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

/// Makes a process show what one of another rank shows.
using SpeakAs = std::function<void(int64_t rank)>;
/// A training by one process of a job, which shows what `shown` says.
using TrainOfOne = std::function<ExitCode(const GlobalOptions& shown, train::Processes processes,
                                          const SpeakAs& speak)>;

/// Meets the other processes and trains with them. Whatever ends it, the others are told.
ExitCode run_together(const GlobalOptions& global, const TrainArguments& arguments,
                      const comm::MeetingPlace& place, const TrainOfOne& train);

}  // namespace tutti::app
