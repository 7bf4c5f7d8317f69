// SPDX-License-Identifier: Apache-2.0
// A folder of prepared data, each file named by the hash of what it was made from.
#pragma once

#include <optional>

#include "base/files.h"

namespace tutti::data {

class ContentCache {
 public:
  /// The folder is made at the first write.
  explicit ContentCache(Path folder) : folder_(std::move(folder)) {}

  /// The content kept under a key (lower-case hexadecimal). Nothing where there is none; a file
  /// that is cut, altered or unreadable is ignored with a warning.
  std::optional<std::string> read(std::string_view key) const;

  /// Keeps content, whole or not at all. A folder that cannot be written costs a warning only.
  void write(std::string_view key, std::string_view content) const;

  Path path_of(std::string_view key) const;

 private:
  Path folder_;
};

}  // namespace tutti::data
