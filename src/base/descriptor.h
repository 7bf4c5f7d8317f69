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

class Descriptor {
 public:
  Descriptor(const Path& path, std::string_view doing, int flags, mode_t mode = 0)
      : value_(retried([&] { return ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, mode); })) {
    if (value_ < 0) fail(path, doing, errno);
  }
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return value_; }
  int release() { return std::exchange(value_, -1); }

 private:
  int value_;
};

void write_all(int descriptor, const Path& path, std::string_view bytes);

}  // namespace tutti
