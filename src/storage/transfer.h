// SPDX-License-Identifier: Apache-2.0
// Copies files to objects and back: in parallel parts, verified, and resuming where an earlier
// process ended.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "storage/store.h"

namespace tutti::storage {

/// Concurrent requests of one process.
inline constexpr int kConnections = 8;

/// The part size for an object of that many bytes: 8 MiB, or more if there would be over 9,000
/// parts.
uint64_t part_size(uint64_t bytes);

/// Calls task(i) for each i in [0, count), in the calling thread and in up to kConnections - 1
/// threads that all such calls share. After an exception no further tasks begin; rethrows the first
/// one once the running tasks have ended.
void side_by_side(size_t count, const std::function<void(size_t)>& task);

/// Copies a file to an object, which appears complete or not at all. `journals`: a folder for the
/// state of interrupted uploads. Returns the object, with its SHA-256.
Object upload_file(Store& store, const Path& file, const std::string& key, const Path& journals);

/// Copies an object to a file, which appears complete or not at all. Until then, a file of another
/// name beside it has the data received; one process at a time fetches it. Returns the SHA-256.
std::string download_file(Store& store, const Object& object, const Path& file);

}  // namespace tutti::storage
