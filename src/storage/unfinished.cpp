// SPDX-License-Identifier: Apache-2.0
#include "storage/unfinished.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "base/error.h"
#include "base/fast_hash.h"
#include "base/text.h"
#include "http/encoding.h"

namespace tutti::storage {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLargestJournal = size_t{64} << 20;

/// An entry of the list of parts: the hash shows whether a part was written completely.
std::string text_of(uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace

void read_part(const InputFile& file, uint64_t offset, uint64_t bytes, std::string& text) {
  text.resize(bytes);
  file.read_at(offset, std::as_writable_bytes(std::span(text)));
}

void remove_quietly(const Path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

BegunUpload::BegunUpload(Store& store, const std::string& key, const std::string& sha256, Path file)
    : journal(std::move(file)) {
  std::error_code ignored;
  if (fs::is_regular_file(journal, ignored)) {
    id = read_file(journal, 1 << 16);
    if (auto there = store.parts_of(key, id))
      for (UploadPart& part : *there) parts[part.number] = std::move(part);
    else
      id.clear();
  }
  if (!id.empty()) return;
  id = store.begin_upload(key, sha256);
  write_file_atomically(journal, id);
}

PartialFile::PartialFile(const Path& path, uint64_t bytes)
    : path_(path), list_path_(path.string() + "-list"), bytes_(bytes) {
  // A process that fetches the same object waits for the other one, whose file then has another
  // name.
  do {
    file_.emplace(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666), path.string());
    while (::flock(file_->number(), LOCK_EX) != 0 && errno == EINTR) {
    }
  } while (!has_its_name());
  list_.emplace(::open(list_path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666),
                list_path_.string());
  if (::ftruncate(file_->number(), static_cast<off_t>(bytes)) != 0) fail("making room");
}

std::map<uint64_t, bool> PartialFile::there(uint64_t size) const {
  std::map<uint64_t, bool> found;
  std::istringstream lines(read_file(list_path_, kLargestJournal));
  const InputFile file(path_);
  uint64_t number = 0, part = 0;
  std::string text;
  for (std::string hash; lines >> number >> part >> hash;)
    if (part == size && number * size < bytes_) {
      read_part(file, number * size, std::min(size, bytes_ - number * size), text);
      found[number] = text_of(fast_hash(text.data(), text.size())) == hash;
    }
  return found;
}

void PartialFile::write(uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_->number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno != EINTR) fail("writing");
    if (written <= 0) continue;
    bytes.remove_prefix(static_cast<size_t>(written));
    offset += static_cast<uint64_t>(written);
  }
}

void PartialFile::note(uint64_t number, uint64_t size, uint64_t hash) {
  // Starts writing to the disk now, so that become() waits less.
  ::sync_file_range(file_->number(), static_cast<off_t>(number * size), static_cast<off_t>(size),
                    SYNC_FILE_RANGE_WRITE);
  const std::string line = fmt::format("{} {} {}\n", number, size, text_of(hash));
  if (::write(list_->number(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    fail("writing its list");
}

void PartialFile::become(const Path& target) {
  if (::fsync(file_->number()) != 0) fail("fsync");
  if (::rename(path_.c_str(), target.c_str()) != 0) fail("renaming");
  remove_quietly(list_path_);
}

void PartialFile::forget() {
  remove_quietly(path_);
  remove_quietly(list_path_);
}

bool PartialFile::has_its_name() const {
  struct stat opened {
  }, named{};
  return ::fstat(file_->number(), &opened) == 0 && ::stat(path_.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino;
}

[[noreturn]] void PartialFile::fail(const char* doing) const {
  io_error("{}: {} failed: {}", escaped(path_.string(), 1000), doing, std::strerror(errno));
}

}  // namespace tutti::storage
