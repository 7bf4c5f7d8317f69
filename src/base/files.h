// SPDX-License-Identifier: Apache-2.0
// Files: read whole or in part, write atomically, lock a folder. A file system's failure is a
// UserError of exit code 5, a file that is not what it should be one of exit code 2; both name it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace tutti {

using Path = std::filesystem::path;

/// The whole file; refuses anything that is not a regular file and files of more than `limit`
/// bytes.
std::string read_file(const Path& path, size_t limit = size_t{1} << 32);

/// A regular file open for reading at any offset, by several threads. It reads with pread and not
/// through a map: a file that shrinks meanwhile is an error and never a SIGBUS.
class InputFile {
 public:
  explicit InputFile(const Path& path);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  InputFile& operator=(InputFile&&) = delete;

  /// Bytes, as they were when the file was opened.
  uint64_t size() const { return size_; }
  const Path& path() const { return path_; }
  /// Fills `out` from `offset`; throws where the file ends before that.
  void read_at(uint64_t offset, std::span<std::byte> out) const;

 private:
  Path path_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
};

/// Takes the next piece of a file that is being written.
using WritePiece = std::function<void(std::string_view)>;

/// Writes a file whole or not at all: a temporary beside it, fsync, rename, fsync of the folder.
/// The temporary is removed where `write` throws or the disk is full.
void write_file_atomically(const Path& path, std::string_view content);
void write_file_atomically(const Path& path, const std::function<void(const WritePiece&)>& write);

/// Makes the entries of a folder durable.
void sync_folder(const Path& folder);

/// An exclusive advisory lock on `folder/.lock`, held while the object lives and given up by the
/// system when the process dies. A second holder gets a UserError of exit code 2 that names the
/// first (process id and host, written into the file). Where the file system knows no locks, a
/// warning is logged and nothing is locked.
class FolderLock {
 public:
  static constexpr const char* kName = ".lock";

  explicit FolderLock(const Path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace tutti
