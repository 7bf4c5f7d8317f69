// SPDX-License-Identifier: Apache-2.0
// How much more memory this process may use.
#pragma once

#include <cstdint>
#include <string>

namespace tutti {

/// The memory in bytes that this process can still take: the smallest of what the system has
/// available, what each cgroup (v2 or v1) of the process has left, and what the process's own limit
/// on its address space leaves. 0 where nothing is known. Tests give a `root` under which /proc and
/// /sys are read.
int64_t available_memory(const std::string& root = "");

}  // namespace tutti
