// SPDX-License-Identifier: Apache-2.0
// Determines which of several processes this one is, from flags or a launcher's environment
// variables.
#pragma once

#include <functional>

#include "comm/rendezvous.h"
#include "run/context.h"
#include "run/job_settings.h"

namespace tutti::run {

/// The place of this process, from --rank and --world_size or the variables of torchrun, OpenMPI,
/// MPICH, Slurm and Kubernetes. A single process is rank 0 of 1, with nothing else set. `joins`:
/// the job already runs. Throws a UserError if two sources disagree, the engine does not fit the
/// launcher, or, except for MPI, rank 0's address or a token is missing.
comm::MeetingPlace job_place(const JobSettings& settings, const Variables& variables,
                             bool joins = false);

/// Only the rank, from the same sources; 0 if there is none.
int64_t rank_in_job(const JobSettings& settings, const Variables& variables);

/// How many processes of a job share this machine, according to a launcher; at least 1.
int64_t processes_of_machine(const Variables& variables);

/// The first name in a Slurm list: "h[0-3,7],g1" begins with h0.
std::string first_host(const std::string& list);

}  // namespace tutti::run
