// SPDX-License-Identifier: Apache-2.0
#include "storage/mirror.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "base/threads.h"
#include "format/json.h"
#include "storage/transfer.h"

namespace tutti::storage {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kScanInterval{2};
constexpr std::chrono::seconds kBetweenGrowing{30};  // copies of a file that grows
constexpr const char* kKnown = "known.json";

Path made(Path folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) io_error("{}: cannot be made: {}", folder.string(), failure.message());
  return folder;
}

int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Mirror::Mirror(std::unique_ptr<Store> store, Url url, Path place)
    : store_(std::move(store)),
      url_(std::move(url)),
      place_(made(std::move(place))),
      folder_(place_ / "files"),
      lock_(place_) {
  fs::create_directories(folder_);
  read_known();
}

Mirror::~Mirror() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Mirror::read_known() {
  const Path path = place_ / kKnown;
  if (!fs::exists(path)) return;
  const auto all = format::parse_json(read_file(path), path.string());
  for (const auto& [name, value] : all.items())
    known_[name] = {{static_cast<uint64_t>(format::json_int(value, "size", path.string())),
                     format::json_int(value, "time", path.string())},
                    format::json_string(value, "version", path.string())};
}

void Mirror::write_known() {
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [name, known] : known_)
    all[name] = {{"size", known.file.size}, {"time", known.file.time}, {"version", known.version}};
  write_file_atomically(place_ / kKnown, all.dump(1) + "\n");
}

void Mirror::forget(const std::string& name) {
  const std::lock_guard lock(guard_);
  known_.erase(name);
  write_known();
}

void Mirror::pull() {
  const auto objects = objects_in(*store_, url_);
  const auto files = files_in(folder_);
  std::vector<Change> changes;
  uint64_t bytes = 0;
  for (const auto& [name, object] : objects) {
    const auto known = known_.find(name);
    const auto file = files.find(name);
    const bool is_known = known != known_.end() && known->second.version == object.version;
    if (file != files.end() && is_known) continue;  // if it changed here, it is copied later
    if (file != files.end() && (known == known_.end() || known->second.file != file->second))
      log_warning("{}/{}: the file there differs from the one here; using the one there",
                  escaped(url_.text()), escaped(name));
    changes.push_back({name});
    bytes += object.size;
  }
  for (const auto& [name, known] : known_) {
    const auto file = files.find(name);
    if (!objects.contains(name) && file != files.end() && file->second == known.file)
      changes.push_back({name, true});
  }
  if (bytes > 0) log_info("fetching {} ({})", escaped(url_.text()), human_bytes(bytes));
  do_in_order(
      changes, [&](const std::string& name) { return objects.contains(name); },
      [&](const std::string& name) { return files.contains(name); },
      [&](const Change& change) {
        if (change.removes) {
          fs::remove(folder_ / change.name);
          return forget(change.name);
        }
        fs::create_directories((folder_ / change.name).parent_path());
        download_file(*store_, objects.at(change.name), folder_ / change.name);
        const auto seen = seen_file(folder_ / change.name);
        if (!seen) io_error("{}: it was removed on arrival", escaped(change.name, 1000));
        const std::lock_guard lock(guard_);
        known_[change.name] = {*seen, objects.at(change.name).version};
        write_known();
      });
}

void Mirror::empty() {
  remove();
  known_.clear();
  fs::create_directories(folder_);
}

void Mirror::push(bool waits) {
  const auto files = files_in(folder_);
  std::vector<Change> changes;
  {
    const std::lock_guard lock(guard_);
    for (const auto& [name, file] : files) {
      const auto known = known_.find(name);
      if (known != known_.end() && known->second.file == file) continue;
      // A growing file is copied now and then; others once they have not changed for a while.
      const auto before = before_.find(name);
      const bool is_still = before != before_.end() && before->second == file;
      const bool is_old =
          known != known_.end() &&
          now() - known->second.file.time > std::chrono::nanoseconds(kBetweenGrowing).count();
      if (!waits || is_still || is_old) changes.push_back({name});
    }
    for (const auto& [name, known] : known_)
      if (!files.contains(name)) changes.push_back({name, true});
    before_ = files;
  }
  const auto is_known = [&](const std::string& name) {
    const std::lock_guard lock(guard_);
    return known_.contains(name);
  };
  do_in_order(
      changes, [&](const std::string& name) { return files.contains(name); }, is_known,
      [&](const Change& change) {
        const std::string key = url_.prefix() + change.name;
        if (change.removes) {
          store_->remove(key);
          return forget(change.name);
        }
        const Object object = upload_file(*store_, folder_ / change.name, key, place_ / "uploads");
        const std::lock_guard lock(guard_);
        known_[change.name] = {files.at(change.name), object.version};
        write_known();
      });
}

void Mirror::run() {
  // The training has priority. Small nice values would not suffice: copying has many threads.
  run_when_idle();
  bool has_warned = false;
  std::unique_lock lock(guard_);
  while (!ends_) {
    wake_.wait_for(lock, kScanInterval);
    if (ends_) break;
    lock.unlock();
    try {
      push(/*waits=*/true);
      has_warned = false;
    } catch (const std::exception& error) {
      // The training continues: missing files are copied later.
      if (!has_warned) log_warning("copying to {}: {}", escaped(url_.text()), error.what());
      has_warned = true;
    }
    lock.lock();
  }
}

void Mirror::watch() {
  thread_ = std::thread([this] { run(); });
}

void Mirror::finish() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  push(/*waits=*/false);
}

void Mirror::remove() {
  for (const char* part : {"files", "uploads", kKnown}) {
    std::error_code ignored;
    fs::remove_all(place_ / part, ignored);
  }
}

}  // namespace tutti::storage
