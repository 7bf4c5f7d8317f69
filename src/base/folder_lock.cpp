// SPDX-License-Identifier: Apache-2.0
// Locks of folders.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>

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

/// Whether a path leads to the file that is open.
bool is_file_of(int descriptor, const Path& path) {
  struct stat opened {
  }, named{};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/// The locked file of a folder; nothing where it was removed before it was locked, and -1 where the
/// file system has no locks.
std::optional<int> locked_file(const Path& folder) {
  const Path path = folder / FolderLock::kName;
  Descriptor descriptor(path, "opening the lock", O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
  if (retried([&] { return ::flock(descriptor.number(), LOCK_EX | LOCK_NB); }) != 0) {
    if (errno == EWOULDBLOCK)
      user_error("{}: the folder is in use by {}; wait for it, stop it, or name another folder",
                 shown(folder), holder_of(descriptor.number()));
    if (errno != ENOLCK && errno != EOPNOTSUPP && errno != ENOSYS) fail(path, "locking", errno);
    log_warning(
        "{}: this file system does not support locks: nothing prevents a second run in this folder",
        shown(folder));
    ::unlink(path.c_str());
    return -1;
  }
  if (!is_file_of(descriptor.number(), path)) return std::nullopt;
  if (::ftruncate(descriptor.number(), 0) != 0) fail(path, "writing", errno);
  write_all(descriptor.number(), path,
            fmt::format("process {} on host {}\n", ::getpid(), host_name()));
  return descriptor.release();
}

}  // namespace

FolderLock::FolderLock(const Path& folder) {
  std::optional<int> file;
  while (!file) file = locked_file(folder);
  descriptor_ = *file;
}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  std::error_code failure;  // the folder may have another name by now, or be gone
  const Path path =
      std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", descriptor_), failure);
  if (!failure && is_file_of(descriptor_, path)) ::unlink(path.c_str());
  ::close(descriptor_);
}

}  // namespace tutti
