// SPDX-License-Identifier: Apache-2.0
// Open files of the system, and errors of it.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <utility>

#include "base/files.h"

namespace tutti {

std::string shown(const Path& path);

[[noreturn]] void fail(const Path& path, std::string_view doing, int error);

/// Repeats a system call that a signal interrupts.
template <typename Call>
auto retried(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// An open file, which is closed at the end of this object's life.
class Descriptor {
 public:
  /// Takes what open() or a similar call returned. If that failed, a UserError of exit code 5 says
  /// so of `what`.
  Descriptor(int number, const std::string& what);
  /// Opens a file; the error says that `doing` failed.
  Descriptor(const Path& path, std::string_view doing, int flags, mode_t mode = 0);
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

void write_all(int descriptor, const Path& path, std::string_view bytes);

}  // namespace tutti
