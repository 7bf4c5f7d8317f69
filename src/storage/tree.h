// SPDX-License-Identifier: Apache-2.0
// The files of a folder, and of what begins with a key; and the order in which one becomes as the
// other, so that a checkpoint is never seen in part.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "storage/store.h"

namespace tutti::storage {

/// A file as it was seen.
struct SeenFile {
  uint64_t size = 0;
  int64_t time = 0;  // of its last change, in nanoseconds

  bool operator==(const SeenFile&) const = default;
};

/// Nothing where there is no such file.
std::optional<SeenFile> seen_file(const Path& path);
/// By name relative to the folder, with slashes. What has a part that begins with a dot is left
/// out: that is what a program has not finished writing.
std::map<std::string, SeenFile> files_in(const Path& folder);
/// Likewise of the objects of an address. A key that cannot be a file's name is a UserError.
std::map<std::string, Object> objects_in(Store& store, const Url& url);

/// One file or object to change.
struct Change {
  std::string name;
  bool removes = false;  // else it is copied
};

using HasFile = std::function<bool(const std::string& name)>;

/// Does changes side by side, in three steps: the marks (complete.json) of folders that change go;
/// then all but marks change; then come the marks of folders whose source has one.
void do_in_order(const std::vector<Change>& changes, const HasFile& source_has,
                 const HasFile& target_has, const std::function<void(const Change&)>& change);

struct Copied {
  uint64_t files = 0, bytes = 0, same = 0, removed = 0;
};

/// Makes the address have what the folder has, or the other way; `removes`: and nothing else. What
/// is equal, by its size and checksum, is left alone. `journals` as for upload_file().
Copied copy_to_store(const Path& folder, Store& store, const Url& url, bool removes,
                     const Path& journals);
Copied copy_to_folder(Store& store, const Url& url, const Path& folder, bool removes);

}  // namespace tutti::storage
