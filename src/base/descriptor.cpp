// SPDX-License-Identifier: Apache-2.0
#include "base/descriptor.h"

#include <sys/file.h>

#include <system_error>

#include "base/error.h"
#include "base/text.h"

namespace tutti {

std::string shown(const Path& path) {
  return escaped(path.native(), 1000);
}

[[noreturn]] void fail(const Path& path, std::string_view doing, int error) {
  io_error("{}: {} failed: {}", shown(path), doing, std::generic_category().message(error));
}

Descriptor::Descriptor(int number, const std::string& what) : number_(number) {
  if (number < 0) io_error("{}: {}", escaped(what, 1000), std::generic_category().message(errno));
}

Descriptor::Descriptor(const Path& path, std::string_view doing, int flags, mode_t mode)
    : number_(retried([&] { return ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, mode); })) {
  if (number_ < 0) fail(path, doing, errno);
}

void write_all(int descriptor, const Path& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        retried([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written < 0) fail(path, "writing", errno);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace tutti
