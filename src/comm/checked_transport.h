// SPDX-License-Identifier: Apache-2.0
// Checksums of all messages. A link, a switch or a memory that damages bytes would else change sums
// without anybody's notice: TCP's checksum has 16 bits, and network cards check it themselves.
#pragma once

#include <memory>

#include "comm/transport.h"

namespace tutti::comm {

/// Sends each message through `transport` with its XXH3 hash of 64 bits, and compares what arrives
/// with it. Where they differ, the receiver's wait() throws. All processes must use it. A transport
/// that finds damage itself is given back as it is.
std::unique_ptr<Transport> checked_transport(std::unique_ptr<Transport> transport);

}  // namespace tutti::comm
