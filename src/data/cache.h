// SPDX-License-Identifier: Apache-2.0
// A folder of prepared data. Each file is named by the hash of what it was made from.
#pragma once

#include <optional>

#include "base/files.h"

namespace tutti::data {

class ContentCache {
 public:
  /// The folder is created by the first write.
  explicit ContentCache(Path folder) : folder_(std::move(folder)) {}

  /// The content of a key (lower-case hexadecimal), if there is one. A file that is truncated,
  /// changed or unreadable is ignored with a warning.
  std::optional<std::string> read(std::string_view key) const;

  /// Keeps content, either whole or not at all. A folder that cannot be written is only a warning.
  void write(std::string_view key, std::string_view content) const;

  Path path_of(std::string_view key) const;

 private:
  Path folder_;
};

}  // namespace tutti::data
