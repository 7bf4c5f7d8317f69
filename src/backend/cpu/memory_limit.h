// SPDX-License-Identifier: Apache-2.0
// How much more memory this process may use.
#pragma once

#include <cstdint>
#include <string>

namespace tutti::backend::cpu {

/// Bytes: the minimum of what the system has available and of what each cgroup (v2 or v1) of the
/// process has left. 0 where neither is known. Reads /proc and /sys under `root`, which tests set.
int64_t available_memory(const std::string& root = "");

}  // namespace tutti::backend::cpu
