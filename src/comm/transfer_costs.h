// SPDX-License-Identifier: Apache-2.0
// A process's costs of sending and receiving on this machine, independent of the link.
#pragma once

namespace tutti::comm {

/// In seconds.
struct TransferCosts {
  double waking = 0;   // from a message's arrival until the waiting process runs
  double message = 0;  // processor time to send or receive a message
  double byte = 0;     // processor time to send one byte and receive another
};

/// Measures a sum over TCP between two threads of this process. Takes about a second.
TransferCosts measured_transfer_costs();

}  // namespace tutti::comm
