// SPDX-License-Identifier: Apache-2.0
// The `local` engine: the processes are threads of one process. For tests.
#pragma once

#include <memory>
#include <vector>

#include "comm/transport.h"

namespace tutti::comm {

/// A transport for each of `ranks` threads. To the others, destroying one looks like the death of
/// that process.
std::vector<std::unique_ptr<Transport>> local_transports(int ranks);

}  // namespace tutti::comm
