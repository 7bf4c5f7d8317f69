// SPDX-License-Identifier: Apache-2.0
// What the connections of a job carry at most, for comparison with what is made of them.
#pragma once

#include <string>
#include <vector>

#include "comm/communicator.h"
#include "comm/socket.h"

namespace tutti::comm {

/// Measures one plain TCP connection between rank 0 and each other process, one after another, with
/// both ends sending at once, as `iperf3 --bidir` does. Every process calls it and gets bytes per
/// second, each way, by rank; 0 for rank 0 itself. `host` is a name or an address by which the
/// others reach rank 0; empty: the address of rank 0's first interface. A connection that fails is
/// a UserError that names the rank.
std::vector<double> link_rates(Communicator& communicator, const std::string& host,
                               const PortRange& ports = {});

}  // namespace tutti::comm
