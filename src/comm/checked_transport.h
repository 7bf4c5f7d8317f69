// SPDX-License-Identifier: Apache-2.0
// Checksums for all messages. Without them, a faulty link, switch or memory could silently change
// sums: TCP's checksum has only 16 bits, and network cards verify it themselves.
#pragma once

#include <memory>

#include "comm/transport.h"

namespace tutti::comm {

/// Sends each message through `transport` with its 64-bit XXH3 hash. The receiver checks the hash,
/// and its wait() throws on a mismatch. All processes must use it. Returns a transport that detects
/// damage itself unchanged.
std::unique_ptr<Transport> checked_transport(std::unique_ptr<Transport> transport);

}  // namespace tutti::comm
