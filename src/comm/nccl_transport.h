// SPDX-License-Identifier: Apache-2.0
// The `nccl` and `rccl` engines: large messages go from GPU to GPU by NCCL or RCCL, inside of one
// vendor. Only its sends and receives are used, so that sums are added by our own tree: what the
// library adds itself depends on the number of processes.
//
// Another transport carries small messages, and what two processes agree on: a receiver says that
// it is ready for a message, and the sender says that it comes next. So no kernel of NCCL waits on
// the GPU for a process that is not there yet. Large messages from one process to another are sent
// in the order in which they were begun.
#pragma once

#include <memory>

#include "comm/exchange_texts.h"
#include "comm/nccl_library.h"
#include "comm/transport.h"

namespace tutti::comm {

/// Connects this process, `rank` of `size`, with all others on GPU `device`. `small` connects the
/// same processes. `limit`: seconds for NCCL to connect each pair. Where that fails, a UserError
/// says which pair.
std::unique_ptr<Transport> open_nccl(NcclLibrary library, int rank, int size, int device,
                                     std::unique_ptr<Transport> small,
                                     const ExchangeTexts& exchange, double limit);

/// A process has two streams for each other one, and a GPU has 32 queues. Kernels that wait for
/// each other must not stand in one queue.
inline constexpr int kMostNcclRanks = 17;

}  // namespace tutti::comm
