// SPDX-License-Identifier: Apache-2.0
#include "storage/transfer.h"

#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/fast_hash.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "http/encoding.h"
#include "storage/unfinished.h"

namespace tutti::storage {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSmallestPart = uint64_t{8} << 20, kMostParts = 9000;
constexpr uint64_t kLargestRange = uint64_t{32} << 20;

/// The threads of all calls of side_by_side, including nested calls.
class Helpers {
 public:
  explicit Helpers(size_t wanted) {
    size_t used = used_;
    do count_ = std::min(wanted, kMost - std::min(used, kMost));
    while (!used_.compare_exchange_weak(used, used + count_));
  }
  ~Helpers() { used_ -= count_; }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  size_t count() const { return count_; }

 private:
  static constexpr size_t kMost = kConnections - 1;
  static inline std::atomic<size_t> used_{0};
  size_t count_ = 0;
};

/// Buffers for the parts of a file. A thread takes one, reads a part into it, sends the part, and
/// gives the buffer back for the next part. Several threads may do so at once.
class PartMemory {
 public:
  std::string take() {
    const std::lock_guard lock(guard_);
    if (free_.empty()) return {};
    std::string part = std::move(free_.back());
    free_.pop_back();
    return part;
  }
  void give_back(std::string part) {
    const std::lock_guard lock(guard_);
    free_.push_back(std::move(part));
  }

 private:
  std::mutex guard_;
  std::vector<std::string> free_;
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
  const Helpers helpers(std::max<size_t>(count, 1) - 1);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < helpers.count(); i++) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (first) std::rethrow_exception(first);
}

Object upload_file(Store& store, const Path& file, const std::string& key, const Path& journals) {
  const InputFile input(file);
  const uint64_t bytes = input.size(), size = part_size(bytes);
  Object object{key, bytes, "", "", ""};
  if (bytes <= size) {
    std::string content;
    read_part(input, 0, bytes, content);
    object.sha256 = sha256_hex(content);
    object.version = store.write(key, content, object.sha256);
    return object;
  }
  object.sha256 = sha256_of_file(input);
  fs::create_directories(journals);
  const Path journal =
      journals / sha256_hex(fmt::format("{} {} {}", key, object.sha256, size)).substr(0, 32);
  BegunUpload upload(store, key, object.sha256, journal);
  std::vector<UploadPart> parts((bytes + size - 1) / size);
  PartMemory memory;
  side_by_side(parts.size(), [&](size_t i) {
    const int number = static_cast<int>(i) + 1;
    std::string part = memory.take();
    read_part(input, i * size, std::min(size, bytes - i * size), part);
    const auto earlier = upload.parts.find(number);
    const bool is_there = earlier != upload.parts.end() && earlier->second.size == part.size() &&
                          earlier->second.md5 == hex_of(http::md5_of(part));
    parts[i] = is_there ? earlier->second : store.write_part(key, upload.id, number, part);
    memory.give_back(std::move(part));
  });
  object.version = store.finish_upload(key, upload.id, parts, object.sha256);
  remove_quietly(journal);
  return object;
}

std::string download_file(Store& store, const Object& object, const Path& file) {
  Object known = object;
  if (known.sha256.empty() && known.md5.empty()) {
    const auto there = store.find(object.key);
    if (there && there->version != object.version) throw ObjectChanged(object.key);
    if (there) known = *there;
  }
  // Some servers read the whole object for each range, so use only as many ranges as keep all
  // connections busy.
  const uint64_t size = std::clamp(object.size / (2 * kConnections), kSmallestPart, kLargestRange);
  const std::string mark =
      sha256_hex(fmt::format("{} {} {}", file.filename().string(), object.version, object.size));
  const Path partial = file.parent_path() / (".fetching-" + mark.substr(0, 32));
  PartialFile output(partial, object.size);
  const auto there = output.there(size);
  const uint64_t parts = (object.size + size - 1) / size;
  side_by_side(parts, [&](size_t i) {
    if (const auto earlier = there.find(i); earlier != there.end() && earlier->second) return;
    FastHash hash;
    const auto write = [&](uint64_t at, std::string_view piece) {
      if (at == 0) hash.begin();
      hash.update(piece.data(), piece.size());
      output.write(i * size + at, piece);
    };
    store.read(object, i * size, {std::min(size, object.size - i * size), write});
    output.note(i, size, hash.value());
  });
  const std::string sha256 = sha256_of_file(partial);
  const bool is_damaged = (!known.sha256.empty() && sha256 != known.sha256) ||
                          (known.sha256.empty() && !known.md5.empty() &&
                           hex_of(http::md5_of_file(partial)) != known.md5);
  if (is_damaged) {
    output.forget();
    io_error("{}: the data of {} does not have the service's checksum; run the command again",
             escaped(file.string(), 1000), escaped(object.key));
  }
  output.become(file);
  return sha256;
}

}  // namespace tutti::storage
