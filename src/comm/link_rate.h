// SPDX-License-Identifier: Apache-2.0
// Measures the highest rate of a job's connections, for comparison with the rate it achieves.
#pragma once

#include <string>
#include <vector>

#include "comm/communicator.h"
#include "comm/socket.h"

namespace tutti::comm {

/// Measures a plain TCP connection between rank 0 and each other process in turn, with both ends
/// sending simultaneously, as `iperf3 --bidir` does. Every process calls it and gets bytes per
/// second, each way, by rank; 0 for rank 0 itself. Others reach rank 0 at `host`, a name or an
/// address; empty: the address of rank 0's first interface. Throws a UserError that names the rank
/// if a connection fails.
std::vector<double> link_rates(Communicator& communicator, const std::string& host,
                               const PortRange& ports = {});

}  // namespace tutti::comm
