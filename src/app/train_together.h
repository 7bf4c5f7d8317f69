// SPDX-License-Identifier: Apache-2.0
// What a training by several processes checks and shows, beside what one alone does.
#pragma once

#include "app/commands.h"
#include "comm/job.h"

namespace tutti::app {

/// Refuses what several processes cannot share, as a UserError.
void expect_shareable(const TrainArguments& arguments, int64_t processes);

/// Makes `shown` of `global`, and the log, what a process of this rank shows: rank 0 what one that
/// is alone shows, the others only warnings. A newcomer has the rank -1.
void speak_as(int64_t rank, const GlobalOptions& global, GlobalOptions& shown);

/// Says in the log how the processes met again, after so many steps.
void show_regrouping(const comm::Regrouping& regrouping, int64_t step);

/// Ends a job. The first process may go on alone with what is left to do.
void finish_job(comm::Job& job);

}  // namespace tutti::app
