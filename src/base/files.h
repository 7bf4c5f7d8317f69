// SPDX-License-Identifier: Apache-2.0
// Reads files as a whole or in parts, writes them atomically, and locks folders. Where the file
// system fails, a UserError with exit code 5 is thrown; where a file is not what it should be, one
// with exit code 2. Both name the file.
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

/// Returns the content of a file. Throws a UserError for anything that is not a regular file, and
/// for a file of more than `limit` bytes.
std::string read_file(const Path& path, size_t limit = size_t{1} << 32);

/// A regular file that several threads can read at any offset. It is read with pread and not mapped
/// into memory, so that a file that shrinks meanwhile causes an error and not a SIGBUS.
class InputFile {
 public:
  explicit InputFile(const Path& path);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  InputFile& operator=(InputFile&&) = delete;

  /// The number of bytes that the file had when it was opened.
  uint64_t size() const { return size_; }
  const Path& path() const { return path_; }
  /// Fills `out` with the bytes from `offset` on. Throws a UserError if the file has fewer.
  void read_at(uint64_t offset, std::span<std::byte> out) const;

 private:
  Path path_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
};

/// Appends a piece to a file that is being written.
using WritePiece = std::function<void(std::string_view)>;

/// Writes a whole file or leaves the old one as it is: it writes a temporary file beside it, calls
/// fsync, renames it, and calls fsync for the folder. If `write` throws or the disk is full, the
/// temporary file is removed. The second form calls `write` with a function that appends.
void write_file_atomically(const Path& path, std::string_view content);
void write_file_atomically(const Path& path, const std::function<void(const WritePiece&)>& write);

/// Calls fsync for a folder, so that its entries survive a power cut.
void sync_folder(const Path& folder);

/// An exclusive advisory lock on `folder/.lock` for the lifetime of the object, which removes the
/// file at its end; the system releases the lock when the process dies. The constructor throws a
/// UserError with exit code 2 if another process has the lock, and names that process by the id and
/// host that it wrote into the file. Where the file system has no locks, it logs a warning and
/// locks nothing.
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

/// Makes the folder that results go into, before the work that they cost. One that cannot be made
/// is a UserError of exit code 5, a file of its name one of exit code 2.
void make_output_folder(const Path& folder);

}  // namespace tutti
