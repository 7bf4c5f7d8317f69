// SPDX-License-Identifier: Apache-2.0
// The files of a folder, the objects below a key, and the order of copying one to the other, so
// that nobody ever sees a partial checkpoint.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "storage/store.h"

namespace tutti::storage {

/// A file's observed state.
struct SeenFile {
  uint64_t size = 0;
  int64_t time = 0;  // of its last change, in nanoseconds

  bool operator==(const SeenFile&) const = default;
};

/// nullopt if there is no such file.
std::optional<SeenFile> seen_file(const Path& path);
/// By name relative to the folder, with slashes. Skips names with a part that begins with a dot,
/// which mark files that a program has not finished writing.
std::map<std::string, SeenFile> files_in(const Path& folder);
/// Likewise for the objects of an address. Throws a UserError for a key that cannot be a file name.
std::map<std::string, Object> objects_in(Store& store, const Url& url);

/// One file or object to change.
struct Change {
  std::string name;
  bool removes = false;  // else it is copied
};

using HasFile = std::function<bool(const std::string& name)>;

/// Applies changes in parallel, in three stages: removes the marks (complete.json) of changing
/// folders; applies all changes except marks; writes the marks of folders whose source has one.
void do_in_order(const std::vector<Change>& changes, const HasFile& source_has,
                 const HasFile& target_has, const std::function<void(const Change&)>& change);

struct Copied {
  uint64_t files = 0, bytes = 0, same = 0, removed = 0;
};

/// Copies the folder to the address, or back; `removes`: deletes everything else there. Skips files
/// of equal size and checksum. `journals` as for upload_file().
Copied copy_to_store(const Path& folder, Store& store, const Url& url, bool removes,
                     const Path& journals);
Copied copy_to_folder(Store& store, const Url& url, const Path& folder, bool removes);

}  // namespace tutti::storage
