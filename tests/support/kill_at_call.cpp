// SPDX-License-Identifier: Apache-2.0
// A library that ends a process by SIGKILL at its n-th call that changes a folder, before the call
// or, of a write, in its middle. tools/check_save_points.py loads it with LD_PRELOAD and sets
//   KILL_FOLDER  the folder, an absolute path: other calls are not counted
//   KILL_RANK    the process of a job, by the variable RANK
//   KILL_AT      n; 0: the process is not killed
//   KILL_COUNT   a file, into which the number of calls is written at the end
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

const char* variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// The C library's function of the name. Looked up at each call: calls come before constructors.
template <typename Function>
Function* original(const char* name, Function*) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}
#define ORIGINAL(name) original(#name, &name)

std::atomic<long> calls{0};
std::array<std::atomic<bool>, 4096> is_inside{};  // by descriptor: it is of the folder

bool is_active() {
  static const bool active =
      *variable("KILL_FOLDER") != '\0' && std::strcmp(variable("KILL_RANK"), variable("RANK")) == 0;
  return active;
}

bool is_inside_descriptor(int descriptor) {
  return descriptor >= 0 && static_cast<size_t>(descriptor) < is_inside.size() &&
         is_inside[static_cast<size_t>(descriptor)];
}

bool is_inside_path(int folder, const char* path) {
  const char* const wanted = variable("KILL_FOLDER");
  if (path[0] == '/') return std::strncmp(path, wanted, std::strlen(wanted)) == 0;
  return is_inside_descriptor(folder);
}

/// Whether this call is the one at which the process ends.
bool is_the_last(bool concerns_folder) {
  if (!concerns_folder || !is_active()) return false;
  return ++calls == std::atol(variable("KILL_AT"));
}

void count(bool concerns_folder) {
  if (is_the_last(concerns_folder)) ::kill(::getpid(), SIGKILL);
}

int noted(int descriptor, bool inside) {
  if (descriptor >= 0 && static_cast<size_t>(descriptor) < is_inside.size())
    is_inside[static_cast<size_t>(descriptor)] = inside;
  return descriptor;
}

__attribute__((destructor)) void write_count() {
  const char* const file = variable("KILL_COUNT");
  if (!is_active() || *file == '\0') return;
  if (std::FILE* const out = std::fopen(file, "we")) {
    std::fprintf(out, "%ld\n", calls.load());
    std::fclose(out);
  }
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  const bool inside = is_inside_path(AT_FDCWD, path);
  count(inside && (flags & (O_CREAT | O_TRUNC)));
  return noted(ORIGINAL(open)(path, flags, mode), inside);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  const bool inside = is_inside_path(folder, path);
  count(inside && (flags & (O_CREAT | O_TRUNC)));
  return noted(ORIGINAL(openat)(folder, path, flags, mode), inside);
}

int close(int descriptor) {
  count(is_inside_descriptor(descriptor));
  noted(descriptor, false);
  return ORIGINAL(close)(descriptor);
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
  if (is_the_last(is_inside_descriptor(descriptor))) {
    ORIGINAL(write)(descriptor, bytes, size / 2);
    ::kill(::getpid(), SIGKILL);
  }
  return ORIGINAL(write)(descriptor, bytes, size);
}

int fsync(int descriptor) {
  count(is_inside_descriptor(descriptor));
  return ORIGINAL(fsync)(descriptor);
}

int ftruncate(int descriptor, off_t size) noexcept {
  count(is_inside_descriptor(descriptor));
  return ORIGINAL(ftruncate)(descriptor, size);
}

int rename(const char* from, const char* to) noexcept {
  count(is_inside_path(AT_FDCWD, to));
  return ORIGINAL(rename)(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  count(is_inside_path(to_folder, to));
  return ORIGINAL(renameat2)(from_folder, from, to_folder, to, flags);
}

int unlink(const char* path) noexcept {
  count(is_inside_path(AT_FDCWD, path));
  return ORIGINAL(unlink)(path);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  count(is_inside_path(folder, path));
  return ORIGINAL(unlinkat)(folder, path, flags);
}

int remove(const char* path) noexcept {
  count(is_inside_path(AT_FDCWD, path));
  return ORIGINAL(remove)(path);
}

int rmdir(const char* path) noexcept {
  count(is_inside_path(AT_FDCWD, path));
  return ORIGINAL(rmdir)(path);
}

int mkdir(const char* path, mode_t mode) noexcept {
  count(is_inside_path(AT_FDCWD, path));
  return ORIGINAL(mkdir)(path, mode);
}
}
