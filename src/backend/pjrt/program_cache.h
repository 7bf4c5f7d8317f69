// SPDX-License-Identifier: Apache-2.0
// Keeps compiled programs on disk. They are run as machine code when they are read again, so the
// folder that Tutti keeps must belong to this user alone (mode 0700), a folder that a user names
// may be written by no other, and each file has the SHA-256 of its content.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "backend/pjrt/compile_options.h"
#include "base/files.h"

namespace tutti::backend::pjrt {

/// What a compiled program depends on, as SHA-256 in hexadecimal.
struct ProgramKey {
  std::string program;  // its text
  std::string plugin;   // the library, its version, the devices
  std::string options;
};

/// The key of a program that is compiled for a device on another machine: it depends on no name and
/// no time of a file, and on no host. `library_hash` is the SHA-256 of the plugin's file, which
/// fixes its version; `options` are those of `replicas` devices from 0 on, without the flags
/// that a compiler needs only because its device is missing.
ProgramKey carried_key(std::string_view text, std::string_view library_hash,
                       std::string_view device_kind, int64_t replicas, const FlagOverrides& flags);

struct CacheAnswer {
  std::optional<std::string> program;
  std::string reason = {};  // why there is no program
  bool kept = false;        // a program of this text is stored, even if it cannot be used here
};

class ProgramCache {
 public:
  enum class Folder {
    kept,   // made where it does not exist, and read and written by this user alone
    named,  // somebody else's, from which programs are only read
  };
  ProgramCache(Path folder, Folder kind);

  /// Why the folder is not used; nothing if it is.
  const std::optional<std::string>& problem() const { return problem_; }

  CacheAnswer find(const ProgramKey& key) const;
  /// Stores a program and drops the oldest ones beyond kMostPrograms and kMostBytes. A failure is
  /// only a warning.
  void store(const ProgramKey& key, std::string_view program) const;

  static constexpr size_t kMostPrograms = 100;
  static constexpr uintmax_t kMostBytes = uintmax_t{8} << 30;

 private:
  Path file_of(const ProgramKey& key) const;
  CacheAnswer answer_without(const ProgramKey& key) const;
  void drop_oldest() const;

  Path folder_;
  Folder kind_;
  std::optional<std::string> problem_;
};

}  // namespace tutti::backend::pjrt
