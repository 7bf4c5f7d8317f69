// SPDX-License-Identifier: Apache-2.0
// The `mpi` engine: messages through OpenMPI or MPICH, for fabrics and sites that have one of them.
// Tutti links no MPI: this file opens the library and our module for it.
#pragma once

#include <memory>

#include "comm/engine.h"
#include "comm/transport.h"

namespace tutti::comm {

/// Connects this process, `rank` of `size`, with all others that this MPI's launcher started;
/// possible once per process. `launcher` is the descriptor that reports the end to MPICH's
/// launcher, -1 for others. If the library or the module is missing, throws a UserError of exit
/// code 3 that says what to install; if MPI does not know the other processes, one that says how to
/// start them.
std::unique_ptr<Transport> open_mpi(Engine mpi, int rank, int size, int launcher);

}  // namespace tutti::comm
