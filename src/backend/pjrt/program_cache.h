// SPDX-License-Identifier: Apache-2.0
// Compiled programs on disk. What is read from here is run as machine code: the folder must belong
// to this user alone (mode 0700), and each file carries the SHA-256 of its content.
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
  std::string reason = {};  // why there is none
  bool kept = false;        // one of this text is stored, be it of use or not
};

class ProgramCache {
 public:
  /// Makes the folder where it is not there. One that others could write is not used, and a warning
  /// says so.
  explicit ProgramCache(Path folder);

  CacheAnswer find(const ProgramKey& key) const;
  /// Keeps the newest programs, kMostPrograms of them. A failure is a warning.
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
