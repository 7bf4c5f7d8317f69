// SPDX-License-Identifier: Apache-2.0
// A cache of objects by content: nothing is fetched twice, even under another name. Files appear
// complete, so that any number of processes may share a cache.
// blobs/SHA256 contents, never modified
//   versions/HASH     the SHA-256 of a version of an object
// trees/HASH/NAME an address as listed: a folder or a file, with blobs under their names
#pragma once

#include "storage/store.h"

namespace tutti::storage {

/// The folder or file at an address, from the cache or fetched. `endpoint` distinguishes servers.
/// Leaves out checkpoints inside a folder, which may be many. Throws a UserError of exit code 5 if
/// there is nothing at the address.
Path fetch(Store& store, const Url& url, const std::string& endpoint, const Path& cache);

}  // namespace tutti::storage
