// SPDX-License-Identifier: Apache-2.0
// A folder for readers that open files by name.
#pragma once

#include <unistd.h>

#include "base/error.h"
#include "base/files.h"

namespace tutti::fuzz {

/// Removed when the program ends.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() / fmt::format("tutti-fuzz-{}", ::getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const Path& path() const { return path_; }

 private:
  Path path_;
};

}  // namespace tutti::fuzz
