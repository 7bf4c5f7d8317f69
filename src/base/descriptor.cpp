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

void write_all(int descriptor, const Path& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        retried([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written < 0) fail(path, "writing", errno);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace tutti
