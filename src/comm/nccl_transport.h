// SPDX-License-Identifier: Apache-2.0
// The `nccl` and `rccl` engines: NCCL or RCCL moves large messages between GPUs of one vendor. They
// use only its sends and receives; our own tree adds the sums, because the order in which the
// library adds depends on the number of processes.
//
// Another transport carries small messages and coordinates large ones: a receiver announces that it
// is ready for a message, and the sender that the message comes next. So no NCCL kernel waits on
// the GPU for an absent process. A process sends its large messages to another one in the order of
// begin().
#pragma once

#include <memory>

#include "comm/exchange_texts.h"
#include "comm/nccl_library.h"
#include "comm/transport.h"

namespace tutti::comm {

/// Connects this process, `rank` of `size`, with all others on GPU `device`. `small` connects the
/// same processes. `limit`: seconds for NCCL to connect each pair. Throws a UserError that names
/// the pair if that fails.
std::unique_ptr<Transport> open_nccl(NcclLibrary library, int rank, int size, int device,
                                     std::unique_ptr<Transport> small,
                                     const ExchangeTexts& exchange, double limit);

/// A process has two streams per peer, and a GPU has 32 queues. Kernels that wait for each other
/// must not share a queue.
inline constexpr int kMostNcclRanks = 17;

}  // namespace tutti::comm
