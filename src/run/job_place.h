// SPDX-License-Identifier: Apache-2.0
// Which of several processes this one is: from flags, or from what a launcher put into the
// environment.
#pragma once

#include <functional>

#include "comm/rendezvous.h"
#include "run/context.h"
#include "run/job_settings.h"

namespace tutti::run {

/// The place of this process, from --rank and --world_size or the variables of torchrun, OpenMPI,
/// MPICH, Slurm and Kubernetes. A process that is alone is rank 0 of 1, and nothing else is set.
/// `joins`: the job runs already. Two sources that disagree, an engine that the launcher does not
/// fit, and, but for MPI, a lack of rank 0's address or of a token are UserErrors.
comm::MeetingPlace job_place(const JobSettings& settings, const Variables& variables,
                             bool joins = false);

/// The rank alone, from the same sources; 0 where none says anything.
int64_t rank_in_job(const JobSettings& settings, const Variables& variables);

/// How many processes of a job share this machine, as far as a launcher says; at least 1.
int64_t processes_of_machine(const Variables& variables);

/// The first name of a list of Slurm's: "h[0-3,7],g1" begins with h0.
std::string first_host(const std::string& list);

}  // namespace tutti::run
