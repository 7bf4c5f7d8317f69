// SPDX-License-Identifier: Apache-2.0
// The `gloo` engine: TCP by Debian's libgloo, which sleeps while it waits. The library has a C++
// interface, so a module of ours links it, tutti_comm_gloo.so, which is opened here.
#pragma once

#include <memory>
#include <string>

#include "comm/exchange_texts.h"
#include "comm/transport.h"

namespace tutti::comm {

/// Connects this process, `rank` of `size`, with all others. `address` is of this machine, and
/// others reach it there; each of them has to answer within `limit` seconds. Where the module, Gloo
/// or a connection is missing, a UserError says which and why; of exit code 3 without the module.
std::unique_ptr<Transport> open_gloo(int rank, int size, const std::string& address,
                                     const ExchangeTexts& exchange, double limit = kConnectLimit);

}  // namespace tutti::comm
