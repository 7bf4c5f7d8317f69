// SPDX-License-Identifier: Apache-2.0
// The `gloo` engine: TCP through Debian's libgloo, which sleeps while it waits. The library has a
// C++ interface, so our module tutti_comm_gloo.so links it and this file opens the module.
#pragma once

#include <memory>
#include <string>

#include "comm/exchange_texts.h"
#include "comm/transport.h"

namespace tutti::comm {

/// Connects this process, `rank` of `size`, with all others. Others reach this machine at
/// `address`; each must answer within `limit` seconds. If the module, Gloo or a connection is
/// missing, throws a UserError that says which and why (exit code 3 without the module).
std::unique_ptr<Transport> open_gloo(int rank, int size, const std::string& address,
                                     const ExchangeTexts& exchange, double limit = kConnectLimit);

}  // namespace tutti::comm
