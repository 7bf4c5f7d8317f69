// SPDX-License-Identifier: Apache-2.0
// A process among those that work together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tutti::run {

/// Which of several processes this one is, and how they meet.
struct JobSettings {
  std::string comm_engine = "tcp";          // tcp, gloo, mpi, nccl, rccl
  std::optional<int64_t> rank, world_size;  // not given: as a launcher says
  std::string master_addr;                  // rank 0's machine; empty: as a launcher says
  std::optional<int64_t> master_port;
  std::string comm_ports;                   // FIRST-LAST, for all other ports; empty: any
  std::string comm_encryption = "aes_gcm";  // or none
  std::string rendezvous;  // a file or a key of etcd that says where rank 0 is; empty: master_addr
  std::string token_file;
  double rendezvous_timeout = 300;  // seconds
  double collective_timeout = 300;  // seconds
};

}  // namespace tutti::run
