// SPDX-License-Identifier: Apache-2.0
#include "base/mapped_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace tutti {
namespace {

/// A descriptor of a file that has no name.
class NamelessFile {
 public:
  explicit NamelessFile(const Path& beside) {
    std::string name = beside.string() + ".XXXXXX";
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0)
      io_error("{}: cannot create a file beside it: {}", escaped(beside.string()),
               std::strerror(errno));
    ::unlink(name.c_str());
  }
  ~NamelessFile() { ::close(descriptor_); }
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

/// Null where the system refuses.
std::byte* mapped(size_t bytes, int flags, int descriptor) {
  void* const place = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, descriptor, 0);
  return place == MAP_FAILED ? nullptr : static_cast<std::byte*>(place);
}

std::byte* mapped_file(size_t bytes, const Path& beside) {
  const NamelessFile file(beside);
  // Without room of its own, a write into the memory would end the process when the disk is full.
  if (const int failure = ::posix_fallocate(file.descriptor(), 0, static_cast<off_t>(bytes)))
    io_error("{}: there is no room for {} in its folder: {}", escaped(beside.string()),
             human_bytes(bytes), std::strerror(failure));
  return mapped(bytes, MAP_SHARED, file.descriptor());
}

}  // namespace

MappedMemory::MappedMemory(size_t bytes, const Path& file) : size_(bytes), in_file_(!file.empty()) {
  if (bytes == 0) return;
  data_ = in_file_ ? mapped_file(bytes, file) : mapped(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  if (!data_)
    throw UserError(ExitCode::out_of_memory,
                    fmt::format("the system cannot provide {} of {}", human_bytes(bytes),
                                in_file_ ? "address space" : "memory"));
}

MappedMemory::~MappedMemory() {
  if (data_) ::munmap(data_, size_);
}

MappedMemory::MappedMemory(MappedMemory&& other) noexcept {
  *this = std::move(other);
}

MappedMemory& MappedMemory::operator=(MappedMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(in_file_, other.in_file_);
  return *this;
}

void MappedMemory::rest(size_t begin, size_t bytes) const {
  if (!in_file_ || bytes == 0) return;
  static const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const size_t first = begin / page * page;
  // Of a shared mapping the file keeps what was written.
  ::madvise(data_ + first, begin + bytes - first, MADV_DONTNEED);
}

}  // namespace tutti
