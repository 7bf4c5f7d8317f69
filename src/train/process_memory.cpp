// SPDX-License-Identifier: Apache-2.0
#include "train/process_memory.h"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace tutti::train {
namespace {

/// A line "name: number kB" of /proc/self/status, in bytes; 0 where there is none.
int64_t status_bytes(std::string_view name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    int64_t kilobytes = 0;
    if (words >> key >> kilobytes && key == name) return kilobytes * 1024;
  }
  return 0;
}

}  // namespace

bool can_allocate(int64_t bytes) {
  if (bytes <= 0) return true;
  const auto size = static_cast<size_t>(bytes);
  void* place = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return false;
  ::munmap(place, size);
  return true;
}

void keep_freed_memory() {
#ifdef __GLIBC__
  ::mallopt(M_TRIM_THRESHOLD, 8 << 20);
  // Larger blocks go back at once. Without this line the allocator would adapt it to what is freed.
  ::mallopt(M_MMAP_THRESHOLD, 2 << 20);
#endif
}

void release_free_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

int64_t resident_memory() {
  return status_bytes("RssAnon:");
}

int64_t resident_files() {
  return status_bytes("RssFile:");
}

int64_t peak_resident_memory() {
  return std::max<int64_t>(0, status_bytes("VmHWM:") - status_bytes("RssFile:"));
}

}  // namespace tutti::train
