// SPDX-License-Identifier: Apache-2.0
// A folder for files that nobody needs later.
#pragma once

#include "base/files.h"

namespace tutti {

/// A new, empty folder in `parent`, which only this user can read. It is removed with all that is
/// in it when the object is destroyed.
class PassingFolder {
 public:
  explicit PassingFolder(const Path& parent);
  ~PassingFolder();
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;
  const Path& path() const { return path_; }

 private:
  Path path_;
};

}  // namespace tutti
