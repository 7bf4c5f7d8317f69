// SPDX-License-Identifier: Apache-2.0
// Keeps prepared data in a folder. The name of each file is the hash of what it was made from, so
// that a file is never out of date.
#pragma once

#include <optional>

#include "base/files.h"

namespace tutti::data {

class ContentCache {
 public:
  /// The folder is created when something is written for the first time.
  explicit ContentCache(Path folder) : folder_(std::move(folder)) {}

  /// The content for a key (lower-case hexadecimal); empty if there is none. A file that was cut
  /// off, changed or cannot be read is ignored with a warning.
  std::optional<std::string> read(std::string_view key) const;

  /// Stores the content for a key; other processes see all of it or none. A folder that cannot be
  /// written to is only a warning.
  void write(std::string_view key, std::string_view content) const;

  Path path_of(std::string_view key) const;

 private:
  Path folder_;
};

}  // namespace tutti::data
