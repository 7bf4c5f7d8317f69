// SPDX-License-Identifier: Apache-2.0
// Objects that are read, kept by their content: what was fetched once is not fetched again, also
// under another name. Files appear whole, so that any number of processes may share a cache.
//   blobs/SHA256      contents, which nobody writes to
//   versions/HASH     the SHA-256 of a version of an object
//   trees/HASH/NAME   an address as it was listed: a folder or a file, with blobs under their names
#pragma once

#include "storage/store.h"

namespace tutti::storage {

/// The folder or file that an address is, from the cache or fetched. `endpoint` tells servers
/// apart. Checkpoints inside a folder are left out, as they may be many. Throws a UserError of exit
/// code 5 where there is nothing at the address.
Path fetch(Store& store, const Url& url, const std::string& endpoint, const Path& cache);

}  // namespace tutti::storage
