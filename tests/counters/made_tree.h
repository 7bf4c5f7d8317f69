// SPDX-License-Identifier: Apache-2.0
// Files of a made /proc and /sys.
#pragma once

#include "base/files.h"
#include "support/temporary_folder.h"

namespace tutti::test {

/// Writes a file, with the folders above it.
inline void write_made(const Path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  write_file_atomically(file, text);
}

}  // namespace tutti::test
