// SPDX-License-Identifier: Apache-2.0
// Copies that were begun, and go on where they were cut off.
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

/// Reads these bytes into `text`, whose memory it uses again: to clear new memory for each part of
/// a large file takes as long as to hash it.
void read_part(const InputFile& file, uint64_t offset, uint64_t bytes, std::string& text);

void remove_quietly(const Path& path);

/// An upload that was begun earlier for the same content, with its parts; else a new one.
struct BegunUpload {
  BegunUpload(Store& store, const std::string& key, const std::string& sha256, Path file);

  Path journal;
  std::string id;
  std::map<int, UploadPart> parts;
};

/// A file that fills from several places at once. Beside it is a list of the parts that it has,
/// with their checksums, so that what a crash of the system has lost is noticed.
class PartialFile {
 public:
  PartialFile(const Path& path, uint64_t bytes);

  /// The numbers of the parts that have arrived whole.
  std::map<uint64_t, bool> there(uint64_t size) const;
  void write(uint64_t offset, std::string_view bytes);
  /// All of part `number` has been written; its hash is that of base/fast_hash.
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
