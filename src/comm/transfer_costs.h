// SPDX-License-Identifier: Apache-2.0
// What it costs a process of this machine to send and to receive, however fast the link is.
#pragma once

namespace tutti::comm {

/// In seconds.
struct TransferCosts {
  double waking = 0;   // until a process that waits goes on after a message has come
  double message = 0;  // of a processor, to send or to receive a message
  double byte = 0;     // of a processor, to send one byte and to receive another
};

/// Adds numbers over two processes of this machine, which are threads of this one, over TCP.
/// Takes about a second.
TransferCosts measured_transfer_costs();

}  // namespace tutti::comm
