// SPDX-License-Identifier: Apache-2.0
// How much more memory this process may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tutti {

/// The memory in bytes that this process can still take: the smallest of what the system has
/// available, what each cgroup (v2 or v1) of the process has left, and what the process's own limit
/// on its address space leaves. 0 where nothing is known. Tests give a `root` under which /proc and
/// /sys are read.
int64_t available_memory(const std::string& root = "");

/// The same of a process that runs, and negative where it has more than it may: a limit can fall
/// below what is taken already. nullopt if unknown.
std::optional<int64_t> spare_memory(const std::string& root = "");

/// Bytes that the process's own cgroup has, with the file cache that it could give up; nullopt if
/// the process is in no cgroup that counts memory.
std::optional<int64_t> memory_of_group(const std::string& root = "");

/// The system kills a process whose cgroup has no memory left. This limits what the process may
/// allocate, used or not, to what its cgroups leave, so that it meets std::bad_alloc instead.
/// Without a cgroup that has less than the whole system nothing is limited.
void keep_within_groups(const std::string& root = "");

/// Takes that limit back, for libraries that allocate much more than they use.
void leave_groups_to_the_system();

}  // namespace tutti
