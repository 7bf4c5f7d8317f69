// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/text.h"

namespace tutti {
namespace {

constexpr size_t kReadStep = size_t{1} << 20;

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

/// A regular file, opened for reading. O_NONBLOCK: a pipe without a writer would wait for ever.
struct OpenedFile {
  explicit OpenedFile(const Path& path)
      : descriptor(path, "opening for reading", O_RDONLY | O_NONBLOCK) {
    struct stat status {};
    if (::fstat(descriptor.number(), &status) != 0) fail(path, "reading its size", errno);
    if (!S_ISREG(status.st_mode))
      user_error("{}: found {}, expected a regular file", shown(path), kind_of(status.st_mode));
    size = static_cast<uint64_t>(status.st_size);
  }

  Descriptor descriptor;
  uint64_t size = 0;
};

Path folder_of(const Path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

/// A new file beside `path`, removed at the end unless it was renamed to it.
class Temporary {
 public:
  explicit Temporary(const Path& path) : target_(path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
      io_error("{}: found a folder, expected the name of a file to write", shown(path));
    using std::filesystem::file_type;
    if (std::filesystem::status(folder_of(path), ignored).type() == file_type::not_found)
      io_error("{}: there is no folder {} to write it in; make it first", shown(path),
               shown(folder_of(path)));
    static std::atomic<unsigned> count{0};
    do {
      name_ = folder_of(path) / fmt::format(".tutti-{}-{}.tmp", ::getpid(), count++);
      descriptor_ = retried(
          [&] { return ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); });
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ < 0) fail(target_, "creating a temporary file beside it", errno);
  }
  ~Temporary() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!renamed_) ::unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void write(std::string_view bytes) { write_all(descriptor_, target_, bytes); }

  void move_to_target() {
    if (retried([&] { return ::fsync(descriptor_); }) != 0) fail(target_, "fsync", errno);
    // Some network file systems report a full disk only here.
    if (::close(std::exchange(descriptor_, -1)) != 0) fail(target_, "closing", errno);
    if (::rename(name_.c_str(), target_.c_str()) != 0) fail(target_, "renaming to it", errno);
    renamed_ = true;
  }

 private:
  Path target_;
  Path name_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

}  // namespace

std::string read_file(const Path& path, size_t limit) {
  const OpenedFile file(path);
  const auto refuse_more = [&](uint64_t size) {
    if (size > limit)
      user_error("{}: found {} or more, expected at most {}", shown(path), human_bytes(size),
                 human_bytes(limit));
  };
  refuse_more(file.size);
  // The size is only a hint: a file may grow, and those of /proc say 0.
  std::string content(file.size + 1, '\0');
  size_t count = 0;
  while (true) {
    if (count == content.size()) content.resize(count + kReadStep);
    const ssize_t got = retried([&] {
      return ::read(file.descriptor.number(), content.data() + count, content.size() - count);
    });
    if (got < 0) fail(path, "reading", errno);
    if (got == 0) break;
    count += static_cast<size_t>(got);
    refuse_more(count);
  }
  content.resize(count);
  return content;
}

InputFile::InputFile(const Path& path) : path_(path) {
  OpenedFile file(path);
  size_ = file.size;
  descriptor_ = file.descriptor.release();
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(std::exchange(other.size_, 0)) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void InputFile::read_at(uint64_t offset, std::span<std::byte> out) const {
  if (offset > size_ || out.size() > size_ - offset)
    user_error("{}: found {} bytes, expected {} at byte {}", shown(path_), size_, out.size(),
               offset);
  while (!out.empty()) {
    const ssize_t got = retried(
        [&] { return ::pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset)); });
    if (got < 0) fail(path_, "reading", errno);
    if (got == 0)
      user_error(
          "{}: the file ends at byte {} but had {} when opened; do not change it while Tutti reads "
          "it",
          shown(path_), offset, size_);
    offset += static_cast<uint64_t>(got);
    out = out.subspan(static_cast<size_t>(got));
  }
}

void write_file_atomically(const Path& path, std::string_view content) {
  write_file_atomically(path, [&](const WritePiece& write_piece) { write_piece(content); });
}

void write_file_atomically(const Path& path, const std::function<void(const WritePiece&)>& write) {
  Temporary temporary(path);
  write([&](std::string_view bytes) { temporary.write(bytes); });
  temporary.move_to_target();
  sync_folder(folder_of(path));
}

void sync_folder(const Path& folder) {
  const Descriptor descriptor(folder, "opening the folder", O_RDONLY | O_DIRECTORY);
  // EINVAL: the file system cannot sync folders and needs no such call.
  if (retried([&] { return ::fsync(descriptor.number()); }) != 0 && errno != EINVAL)
    fail(folder, "fsync of the folder", errno);
}

void make_output_folder(const Path& folder) {
  std::error_code failure;
  if (std::filesystem::exists(folder, failure) && !std::filesystem::is_directory(folder, failure))
    user_error("{}: found a file, expected a folder, or a name for a new one",
               escaped(folder.string(), 1000));
  std::filesystem::create_directories(folder, failure);
  if (failure)
    io_error("{}: the folder cannot be made: {}", escaped(folder.string(), 1000),
             failure.message());
}

}  // namespace tutti
