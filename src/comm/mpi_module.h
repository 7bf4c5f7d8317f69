// SPDX-License-Identifier: Apache-2.0
// The interface of the modules compiled against an MPI's headers, one each for OpenMPI and MPICH,
// whose handles differ. One compiler builds the modules together with the program.
#pragma once

#include "comm/transport.h"

namespace tutti::comm {

inline constexpr const char* kOpenMpi = "tutti_open_mpi";
/// Initializes MPI, which a process can do once, and connects it with all others. `rank` and `size`
/// come from MPI's launcher; `launcher` is the descriptor of MPICH's, -1 for others. Throws
/// std::runtime_errors.
using OpenMpi = Transport*(int rank, int size, int launcher);

}  // namespace tutti::comm
