// SPDX-License-Identifier: Apache-2.0
// Locks of folders.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "base/text.h"

namespace tutti {
namespace {

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown host";
}

/// What the holder of a lock wrote into it.
std::string holder_of(int descriptor) {
  char text[300];
  const ssize_t count = retried([&] { return ::pread(descriptor, text, sizeof text, 0); });
  std::string_view line(text, static_cast<size_t>(std::max<ssize_t>(count, 0)));
  line = line.substr(0, line.find('\n'));
  return line.empty() ? "another process" : escaped(line);
}

}  // namespace

FolderLock::FolderLock(const Path& folder) {
  const Path path = folder / kName;
  Descriptor descriptor(path, "opening the lock", O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
  if (retried([&] { return ::flock(descriptor.number(), LOCK_EX | LOCK_NB); }) != 0) {
    if (errno == EWOULDBLOCK)
      user_error("{}: the folder is in use by {}; wait for it, stop it, or name another folder",
                 shown(folder), holder_of(descriptor.number()));
    if (errno != ENOLCK && errno != EOPNOTSUPP && errno != ENOSYS) fail(path, "locking", errno);
    log_warning("{}: this file system has no locks: nothing stops a second run in this folder",
                shown(folder));
    return;
  }
  if (::ftruncate(descriptor.number(), 0) != 0) fail(path, "writing", errno);
  write_all(descriptor.number(), path,
            fmt::format("process {} on host {}\n", ::getpid(), host_name()));
  descriptor_ = descriptor.release();
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace tutti
