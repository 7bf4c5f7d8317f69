// SPDX-License-Identifier: Apache-2.0
// The `tcp` engine: a TCP connection between any two processes. It sleeps while it waits.
// It is our own, although Gloo is there: Gloo believes the headers of its messages, so that a link
// that damages one ends the process or leaves it waiting for ever.
#pragma once

#include <memory>
#include <string>

#include "comm/exchange_texts.h"
#include "comm/socket.h"
#include "comm/transport.h"

namespace tutti::comm {

struct TcpOptions {
  double limit = kConnectLimit;  // seconds in which each of the others has to answer
  PortRange ports = {};
  bool encrypts = true;  // else messages have hashes alone; all processes have to do the same
};

/// Connects this process, `rank` of `size`, with all others. `address` is of this machine, and
/// others reach it there. Where a connection is missing, a UserError of exit code 5 says which and
/// why.
std::unique_ptr<Transport> open_tcp(int rank, int size, const std::string& address,
                                    const ExchangeTexts& exchange, const TcpOptions& options = {});

}  // namespace tutti::comm
