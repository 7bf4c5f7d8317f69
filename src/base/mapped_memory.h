// SPDX-License-Identifier: Apache-2.0
// A large block of memory that may lie in a file: then the system need not keep it resident.
#pragma once

#include <cstddef>

#include "base/files.h"

namespace tutti {

/// Bytes that are zero at first, aligned to a page.
class MappedMemory {
 public:
  MappedMemory() = default;
  /// In memory or, with a `file`, in a new file beside it, whose name begins like the file's. The
  /// new file is removed from its folder immediately, so that its room is free again when the
  /// process ends, however it ends. Too little memory is a UserError of exit code 4; a folder in
  /// which no file can be made, or that has too little room, is one of exit code 5.
  explicit MappedMemory(size_t bytes, const Path& file = {});
  ~MappedMemory();
  MappedMemory(MappedMemory&& other) noexcept;
  MappedMemory& operator=(MappedMemory&& other) noexcept;

  std::byte* data() const { return data_; }
  size_t size() const { return size_; }
  /// Tells the system that a part is not needed for a while: of memory in a file, its pages are no
  /// longer resident. What they contain stays.
  void rest(size_t begin, size_t bytes) const;

 private:
  std::byte* data_ = nullptr;
  size_t size_ = 0;
  bool in_file_ = false;
};

}  // namespace tutti
