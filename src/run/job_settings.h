// SPDX-License-Identifier: Apache-2.0
// The settings of a process within a job.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tutti::run {

/// Which of several processes this one is, and how they meet.
struct JobSettings {
  std::string comm_engine = "tcp";          // tcp, gloo, mpi, nccl, rccl
  std::optional<int64_t> rank, world_size;  // unset: from a launcher
  std::string master_addr;                  // rank 0's machine; empty: from a launcher
  std::optional<int64_t> master_port;
  std::string comm_ports;                   // FIRST-LAST, for all other ports; empty: any
  std::string comm_encryption = "aes_gcm";  // or none
  std::string rendezvous;  // a file or etcd key with rank 0's address; empty: master_addr
  std::string token_file;
  double rendezvous_timeout = 300;  // seconds
  double collective_timeout = 300;  // seconds
};

}  // namespace tutti::run
