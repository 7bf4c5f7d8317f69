// SPDX-License-Identifier: Apache-2.0
// A pipe to a process that is started.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "base/error.h"

namespace tutti {

/// Both ends close with the object, and in a program that is started.
class Pipe {
 public:
  /// `flags` are pipe2()'s, such as O_NONBLOCK.
  explicit Pipe(int flags = 0) {
    if (::pipe2(ends_.data(), O_CLOEXEC | flags) != 0)
      io_error("no pipe: {}", std::strerror(errno));
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close(size_t end) {
    if (ends_[end] >= 0) ::close(ends_[end]);
    ends_[end] = -1;
  }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

}  // namespace tutti
