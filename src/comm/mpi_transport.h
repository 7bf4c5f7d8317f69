// SPDX-License-Identifier: Apache-2.0
// The `mpi` engine: messages by OpenMPI or MPICH, for fabrics and sites that have one of them.
// Nothing of MPI is linked: the library and a module of ours for it are opened here.
#pragma once

#include <memory>

#include "comm/engine.h"
#include "comm/transport.h"

namespace tutti::comm {

/// Connects this process, `rank` of `size`, with all others that the launcher of this MPI began.
/// `launcher` is the descriptor by which the one of MPICH is told the end, -1 for others. A process
/// can do it once. Where the library or the module is missing, a UserError of exit code 3
/// says what to install; where MPI does not know the other processes, one says how to begin them.
std::unique_ptr<Transport> open_mpi(Engine mpi, int rank, int size, int launcher);

}  // namespace tutti::comm
