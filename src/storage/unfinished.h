// SPDX-License-Identifier: Apache-2.0
// Interrupted copies, which resume where they were cut off.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/files.h"
#include "storage/store.h"

namespace tutti::storage {

/// Reads these bytes into `text`, reusing its memory: clearing new memory for each part of a large
/// file would take as long as hashing it.
void read_part(const InputFile& file, uint64_t offset, uint64_t bytes, std::string& text);

void remove_quietly(const Path& path);

/// An upload begun earlier for the same content, with its parts; otherwise a new one.
struct BegunUpload {
  BegunUpload(Store& store, const std::string& key, const std::string& sha256, Path file);

  Path journal;
  std::string id;
  std::map<int, UploadPart> parts;
};

/// A file written at several places concurrently. A list beside it records the finished parts and
/// their checksums, to detect data lost in a system crash.
class PartialFile {
 public:
  PartialFile(const Path& path, uint64_t bytes);

  /// The numbers of the complete parts.
  std::map<uint64_t, bool> there(uint64_t size) const;
  void write(uint64_t offset, std::string_view bytes);
  /// Records that part `number` is complete; `hash` is base/fast_hash's.
  void note(uint64_t number, uint64_t size, uint64_t hash);
  void become(const Path& target);
  void forget();

 private:
  bool has_its_name() const;
  [[noreturn]] void fail(const char* doing) const;

  Path path_, list_path_;
  uint64_t bytes_;
  std::optional<Descriptor> file_, list_;
};

}  // namespace tutti::storage
