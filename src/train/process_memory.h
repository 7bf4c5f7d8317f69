// SPDX-License-Identifier: Apache-2.0
// The memory that this process has, and what the system would still give it.
#pragma once

#include <cstdint>

namespace tutti::train {

/// Whether the system would give so many bytes now, without writing to them. A limit on the address
/// space also counts what the allocator and the threads reserve and never use, which no plan knows.
bool can_allocate(int64_t bytes);

/// From now on the allocator keeps up to 8 MiB of freed memory, rather than 128 KiB. Micro-batches
/// take memory again and again, and to get it from the system took a quarter of a small model's
/// step.
void keep_freed_memory();

/// Gives the system back what the allocator keeps of freed memory: loading and compiling leave tens
/// of megabytes that no plan counts.
void release_free_memory();

/// Bytes of memory that the process has now, without code and mapped files; 0 where the system does
/// not say it (no /proc).
int64_t resident_memory();
/// Bytes of code and mapped files that the process has in memory: VmHWM counts them too.
int64_t resident_files();
/// The most that resident_memory() has been.
int64_t peak_resident_memory();

}  // namespace tutti::train
