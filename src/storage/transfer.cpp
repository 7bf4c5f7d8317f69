// SPDX-License-Identifier: Apache-2.0
#include "storage/transfer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/process.h"
#include "base/text.h"
#include "storage/encoding.h"

namespace tutti::storage {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSmallestPart = uint64_t{8} << 20, kMostParts = 9000;
constexpr uint64_t kLargestRange = uint64_t{32} << 20;
constexpr size_t kLargestJournal = size_t{64} << 20;

std::string read_part(const InputFile& file, uint64_t offset, uint64_t bytes) {
  std::string text(bytes, '\0');
  file.read_at(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

void remove_quietly(const Path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

/// An upload that was begun earlier for the same content, with its parts; else a new one.
struct BegunUpload {
  BegunUpload(Store& store, const std::string& key, const std::string& sha256, Path file)
      : journal(std::move(file)) {
    std::error_code ignored;
    if (fs::is_regular_file(journal, ignored)) {
      id = read_file(journal, 1 << 16);
      if (auto there = store.parts_of(key, id))
        for (Part& part : *there) parts[part.number] = std::move(part);
      else
        id.clear();
    }
    if (!id.empty()) return;
    id = store.begin_upload(key, sha256);
    write_file_atomically(journal, id);
  }

  Path journal;
  std::string id;
  std::map<int, Part> parts;
};

/// A file that fills from several places at once. Beside it is a list of the parts that it has,
/// with their checksums, so that what a crash of the system has lost is noticed.
class PartialFile {
 public:
  PartialFile(const Path& path, uint64_t bytes)
      : path_(path), list_path_(path.string() + "-list"), bytes_(bytes) {
    // A process that fetches the same waits for the other one, whose file has another name then.
    do {
      file_.emplace(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666), path.string());
      while (::flock(file_->number(), LOCK_EX) != 0 && errno == EINTR) {
      }
    } while (!has_its_name());
    list_.emplace(::open(list_path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666),
                  list_path_.string());
    if (::ftruncate(file_->number(), static_cast<off_t>(bytes)) != 0) fail("making room");
  }

  /// The numbers of the parts that have arrived whole.
  std::map<uint64_t, bool> there(uint64_t size) const {
    std::map<uint64_t, bool> found;
    std::istringstream lines(read_file(list_path_, kLargestJournal));
    const InputFile file(path_);
    uint64_t number = 0, part = 0;
    for (std::string md5; lines >> number >> part >> md5;)
      if (part == size && number * size < bytes_)
        found[number] = hex_of(md5_of(read_part(file, number * size,
                                                std::min(size, bytes_ - number * size)))) == md5;
    return found;
  }
  void write(uint64_t number, uint64_t size, std::string_view bytes) {
    const auto offset = static_cast<off_t>(number * size);
    for (size_t done = 0; done < bytes.size();) {
      const ssize_t written = ::pwrite(file_->number(), bytes.data() + done, bytes.size() - done,
                                       offset + static_cast<off_t>(done));
      if (written < 0 && errno != EINTR) fail("writing");
      if (written > 0) done += static_cast<size_t>(written);
    }
    const std::string line = fmt::format("{} {} {}\n", number, size, hex_of(md5_of(bytes)));
    if (::write(list_->number(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
      fail("writing its list");
  }
  void become(const Path& target) {
    if (::fsync(file_->number()) != 0) fail("fsync");
    if (::rename(path_.c_str(), target.c_str()) != 0) fail("renaming");
    remove_quietly(list_path_);
  }
  void forget() {
    remove_quietly(path_);
    remove_quietly(list_path_);
  }

 private:
  bool has_its_name() const {
    struct stat opened {
    }, named{};
    return ::fstat(file_->number(), &opened) == 0 && ::stat(path_.c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino;
  }
  [[noreturn]] void fail(const char* doing) const {
    io_error("{}: {} failed: {}", escaped(path_.string(), 1000), doing, std::strerror(errno));
  }

  Path path_, list_path_;
  uint64_t bytes_;
  std::optional<Descriptor> file_, list_;
};

}  // namespace

uint64_t part_size(uint64_t bytes) {
  const uint64_t least = (bytes + kMostParts - 1) / kMostParts;
  return std::max(kSmallestPart, (least + (1 << 20) - 1) >> 20 << 20);
}

void side_by_side(size_t count, const std::function<void(size_t)>& task) {
  std::atomic<size_t> next{0};
  std::mutex guard;
  std::exception_ptr first;
  const auto work = [&] {
    for (size_t i; (i = next++) < count;) {
      try {
        task(i);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!first) first = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min<size_t>(count, kConnections); i++) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (first) std::rethrow_exception(first);
}

Object upload_file(Store& store, const Path& file, const std::string& key, const Path& journals) {
  const InputFile input(file);
  const uint64_t bytes = input.size(), size = part_size(bytes);
  Object object{key, bytes, "", "", ""};
  if (bytes <= size) {
    const std::string content = read_part(input, 0, bytes);
    object.sha256 = sha256_hex(content);
    object.version = store.write(key, content, object.sha256);
    return object;
  }
  Sha256 hash;
  for (uint64_t at = 0; at < bytes; at += size)
    hash.update(read_part(input, at, std::min(size, bytes - at)));
  object.sha256 = hash.hex();
  fs::create_directories(journals);
  const Path journal =
      journals / sha256_hex(fmt::format("{} {} {}", key, object.sha256, size)).substr(0, 32);
  BegunUpload upload(store, key, object.sha256, journal);
  std::vector<Part> parts((bytes + size - 1) / size);
  side_by_side(parts.size(), [&](size_t i) {
    const int number = static_cast<int>(i) + 1;
    const std::string content = read_part(input, i * size, std::min(size, bytes - i * size));
    const auto earlier = upload.parts.find(number);
    const bool is_there = earlier != upload.parts.end() && earlier->second.size == content.size() &&
                          earlier->second.md5 == hex_of(md5_of(content));
    parts[i] = is_there ? earlier->second : store.write_part(key, upload.id, number, content);
  });
  object.version = store.finish_upload(key, upload.id, parts, object.sha256);
  remove_quietly(journal);
  return object;
}

std::string download_file(Store& store, const Object& object, const Path& file) {
  Object known = object;
  if (known.sha256.empty() && known.md5.empty()) {
    const auto there = store.look(object.key);
    if (there && there->version != object.version) throw ObjectChanged(object.key);
    if (there) known = *there;
  }
  // Some servers read the whole object for each range: no more of them than keep all connections
  // busy.
  const uint64_t size = std::clamp(object.size / (2 * kConnections), kSmallestPart, kLargestRange);
  const std::string mark =
      sha256_hex(fmt::format("{} {} {}", file.filename().string(), object.version, object.size));
  const Path partial = file.parent_path() / (".fetching-" + mark.substr(0, 32));
  PartialFile output(partial, object.size);
  const auto there = output.there(size);
  const uint64_t parts = (object.size + size - 1) / size;
  side_by_side(parts, [&](size_t i) {
    if (const auto earlier = there.find(i); earlier != there.end() && earlier->second) return;
    std::string content(std::min(size, object.size - i * size), '\0');
    store.read(object, i * size, std::as_writable_bytes(std::span(content)));
    output.write(i, size, content);
  });
  const std::string sha256 = sha256_of_file(partial);
  const bool is_damaged =
      (!known.sha256.empty() && sha256 != known.sha256) ||
      (known.sha256.empty() && !known.md5.empty() && hex_of(md5_of_file(partial)) != known.md5);
  if (is_damaged) {
    output.forget();
    io_error(
        "{}: what arrived of {} has another checksum than the service says; give the command "
        "again",
        escaped(file.string(), 1000), escaped(object.key));
  }
  output.become(file);
  return sha256;
}

}  // namespace tutti::storage
