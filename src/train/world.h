// SPDX-License-Identifier: Apache-2.0
// The participants of a training.
#pragma once

#include <cstdint>

namespace tutti::train {

/// The processes of a training, and the devices that each of them drives. Several devices of one
/// process run each program together, and then it is the only process: several processes have one
/// device each.
struct World {
  int64_t rank = 0;     // of this process, from 0
  int64_t ranks = 1;    // how many processes there are
  int64_t devices = 1;  // of each process

  /// Devices of all processes.
  int64_t size() const { return ranks * devices; }
  /// The first process logs, evaluates and writes; the others only compute.
  bool is_first() const { return rank == 0; }
};

}  // namespace tutti::train
