// SPDX-License-Identifier: Apache-2.0
// How much more memory this process may use.
#pragma once

#include <cstdint>
#include <string>

namespace tutti::backend::cpu {

/// Bytes: the least of what the system has available and what each cgroup (v2 or v1) of the process
/// has left. 0 where nothing is known. /proc and /sys are looked for under `root`.
int64_t available_memory(const std::string& root = "");

}  // namespace tutti::backend::cpu
