// SPDX-License-Identifier: Apache-2.0
// What the modules offer that are compiled against the headers of an MPI, one for each: handles of
// OpenMPI and of MPICH differ. A module and the program are built together, by one compiler.
#pragma once

#include "comm/transport.h"

namespace tutti::comm {

inline constexpr const char* kOpenMpi = "tutti_open_mpi";
/// Begins MPI, which a process can do once, and connects it with all others. `rank` and `size` are
/// what MPI's launcher has said; `launcher` reaches the one of MPICH, and is -1 for others. Throws
/// std::runtime_errors.
using OpenMpi = Transport*(int rank, int size, int launcher);

}  // namespace tutti::comm
