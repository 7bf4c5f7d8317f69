// SPDX-License-Identifier: Apache-2.0
// The `tcp` engine: a TCP connection between any two processes. It sleeps while it waits. It exists
// beside Gloo because Gloo trusts the headers of its messages: a link that damages one ends the
// process or leaves it waiting forever.
#pragma once

#include <memory>
#include <string>

#include "comm/exchange_texts.h"
#include "comm/socket.h"
#include "comm/transport.h"

namespace tutti::comm {

struct TcpOptions {
  double limit = kConnectLimit;  // seconds in which each of the others must answer
  PortRange ports = {};
  bool encrypts = true;  // else messages only have hashes; equal in all processes
};

/// Connects this process, `rank` of `size`, with all others. Others reach this machine at
/// `address`. If a connection is missing, throws a UserError of exit code 5 that says which and
/// why.
std::unique_ptr<Transport> open_tcp(int rank, int size, const std::string& address,
                                    const ExchangeTexts& exchange, const TcpOptions& options = {});

}  // namespace tutti::comm
