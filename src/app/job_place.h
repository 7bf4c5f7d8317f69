// SPDX-License-Identifier: Apache-2.0
// Which of several processes this one is: from flags, or from what a launcher put into the
// environment.
#pragma once

#include <functional>

#include "app/commands.h"
#include "comm/rendezvous.h"

namespace tutti::app {

/// Looks a variable up; nothing where it is not set or empty.
using Variables = std::function<std::optional<std::string>(const char* name)>;

/// The place of this process, from --rank and --world_size or the variables of torchrun, OpenMPI,
/// MPICH, Slurm and Kubernetes. A process that is alone is rank 0 of 1, and nothing else is set.
/// `joins`: the job runs already. Two sources that disagree, an engine that the launcher does not
/// fit, and, but for MPI, a lack of rank 0's address or of a token are UserErrors.
comm::MeetingPlace job_place(const JobArguments& arguments, const Variables& variables,
                             bool joins = false);

/// The rank alone, from the same sources; 0 where none says anything.
int64_t rank_in_job(const JobArguments& arguments, const Variables& variables);

/// How many processes of a job share this machine, as far as a launcher says; at least 1.
int64_t processes_of_machine(const Variables& variables);

/// The first name of a list of Slurm's: "h[0-3,7],g1" begins with h0.
std::string first_host(const std::string& list);

}  // namespace tutti::app
