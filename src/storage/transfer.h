// SPDX-License-Identifier: Apache-2.0
// Files to objects and back: in parts side by side, checked, and going on where an earlier process
// ended.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "storage/store.h"

namespace tutti::storage {

/// Requests of one process at a time.
inline constexpr int kConnections = 8;

/// Bytes of a part of an object of that many: 8 MiB, or more where there would be over 9,000.
uint64_t part_size(uint64_t bytes);

/// Calls task(i) for each i in [0, count), in the calling thread and in others, of which all such
/// calls together have kConnections - 1. The first exception is thrown again, after the tasks that
/// have begun; the others do not begin.
void side_by_side(size_t count, const std::function<void(size_t)>& task);

/// Copies a file to an object, which appears whole or not at all. `journals`: a folder for what an
/// interrupted upload needs to go on. Returns the object, with its SHA-256.
Object upload_file(Store& store, const Path& file, const std::string& key, const Path& journals);

/// Copies an object to a file, which appears whole or not at all. What has arrived is kept beside
/// it under another name until it does, and one process at a time fetches it. Returns the SHA-256.
std::string download_file(Store& store, const Object& object, const Path& file);

}  // namespace tutti::storage
