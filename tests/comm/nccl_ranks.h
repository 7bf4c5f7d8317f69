// SPDX-License-Identifier: Apache-2.0
// A job over the `nccl` engine with the library that stands in for NCCL and a GPU.
#pragma once

#include "comm/communicator.h"
#include "comm/nccl_transport.h"
#include "comm/rendezvous.h"
#include "comm/tcp_transport.h"

namespace tutti::test {

inline comm::NcclFiles stand_in_files() {
  return {{TUTTI_STAND_IN_NCCL}, {TUTTI_STAND_IN_NCCL}};
}

/// What comm::join_job() makes with the libraries of this machine. `limit` is the Communicator's.
inline std::unique_ptr<comm::Communicator> join_stand_in(int64_t rank, int64_t ranks, int port,
                                                         double limit) {
  const int own = static_cast<int>(rank), size = static_cast<int>(ranks);
  comm::Rendezvous meeting({rank, ranks, "127.0.0.1", port, "secret", 60});
  const auto exchange = [&](const std::string& mine) { return meeting.exchange(mine); };
  auto small = comm::open_tcp(own, size, meeting.address(), exchange);
  auto transport =
      comm::open_nccl(comm::open_nccl_library(comm::Engine::nccl, stand_in_files()), own, size,
                      /*device=*/own, std::move(small), exchange, 60);
  return std::make_unique<comm::Communicator>(std::move(transport), rank, ranks, limit);
}

}  // namespace tutti::test
