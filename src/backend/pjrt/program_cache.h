// SPDX-License-Identifier: Apache-2.0
// Keeps compiled programs on disk. They are run as machine code when they are read again, so the
// folder must belong to this user alone (mode 0700), and each file has the SHA-256 of its content.
#pragma once

#include <optional>
#include <string>

#include "base/files.h"

namespace tutti::backend::pjrt {

/// What a compiled program depends on, as SHA-256 in hexadecimal.
struct ProgramKey {
  std::string program;  // its text
  std::string plugin;   // the library, its version, the devices
  std::string options;
};

struct CacheAnswer {
  std::optional<std::string> program;
  std::string reason = {};  // why there is no program
  bool kept = false;        // a program of this text is stored, even if it cannot be used here
};

class ProgramCache {
 public:
  /// Makes the folder if it does not exist. A folder that other users can write to is not used, and
  /// a warning says so.
  explicit ProgramCache(Path folder);

  CacheAnswer find(const ProgramKey& key) const;
  /// Stores a program and drops the oldest ones beyond kMostPrograms. A failure is only a warning.
  void store(const ProgramKey& key, std::string_view program) const;

  static constexpr size_t kMostPrograms = 100;

 private:
  Path file_of(const ProgramKey& key) const;
  CacheAnswer answer_without(const ProgramKey& key) const;
  void drop_oldest() const;

  Path folder_;
  bool usable_ = false;
};

}  // namespace tutti::backend::pjrt
