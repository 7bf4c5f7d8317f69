// SPDX-License-Identifier: Apache-2.0
// Who takes part in a training.
#pragma once

#include <cstdint>

namespace tutti::train {

/// The processes of a training, and the devices that each of them drives. A single process with
/// several devices runs each program on all of them together; the devices of other processes are
/// reached only through those processes.
struct World {
  int64_t rank = 0;     // of this process, from 0
  int64_t ranks = 1;    // how many processes there are
  int64_t devices = 1;  // of each process

  /// Devices of all processes. A step has a micro-batch for each of them in every round.
  int64_t size() const { return ranks * devices; }
  /// The place of device `device` of this process among all devices: it computes micro-batch
  /// round * size() + place(device) of a step.
  int64_t place(int64_t device) const { return rank * devices + device; }
};

}  // namespace tutti::train
