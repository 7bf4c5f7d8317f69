// SPDX-License-Identifier: Apache-2.0
#include "storage/cache.h"

#include <unistd.h>

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "storage/transfer.h"
#include "storage/tree.h"

namespace tutti::storage {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 3;  // while somebody writes to the address

class Cache {
 public:
  Cache(Store& store, const Url& url, const std::string& endpoint, const Path& folder)
      : store_(store), url_(url), endpoint_(endpoint), folder_(folder) {
    for (const char* part : {"blobs", "versions", "trees"}) fs::create_directories(folder / part);
  }

  Path tree(const std::map<std::string, Object>& objects) {
    std::string listing;
    for (const auto& [name, object] : objects) listing += name + "\n" + identity(object) + "\n";
    const Path place = folder_ / "trees" / sha256_hex(listing + url_.text()).substr(0, 32);
    if (fs::exists(place)) return place;
    uint64_t bytes = 0;
    for (const auto& [name, object] : objects) bytes += object.size;
    log_info("fetching {} ({} of {})", escaped(url_.text()), counted(std::ssize(objects), "file"),
             human_bytes(bytes));
    std::vector<const std::pair<const std::string, Object>*> items;
    for (const auto& item : objects) items.push_back(&item);
    std::vector<Path> blobs(items.size());
    side_by_side(items.size(), [&](size_t i) { blobs[i] = blob(items[i]->second); });
    const Path unfinished = folder_ / "trees" / fmt::format(".unfinished-{}", ::getpid());
    fs::remove_all(unfinished);
    for (size_t i = 0; i < items.size(); i++) {
      const Path target = unfinished / items[i]->first;
      fs::create_directories(target.parent_path());
      fs::create_hard_link(blobs[i], target);
    }
    std::error_code taken;
    fs::rename(unfinished, place, taken);
    if (taken) fs::remove_all(unfinished);  // another process was faster
    if (!fs::exists(place)) io_error("{}: cannot be made: {}", place.string(), taken.message());
    return place;
  }

 private:
  std::string identity(const Object& object) const {
    return sha256_hex(fmt::format("{} {} {} {} {}", endpoint_, url_.bucket, object.key,
                                  object.version, object.size));
  }

  Path blob(const Object& object) {
    const Path version = folder_ / "versions" / identity(object);
    std::error_code ignored;
    if (fs::is_regular_file(version, ignored)) {
      const Path known = folder_ / "blobs" / read_file(version, 64);
      if (fs::is_regular_file(known, ignored) && fs::file_size(known) == object.size) return known;
    }
    const Object now = store_.find(object.key).value_or(object);
    if (now.version != object.version) throw ObjectChanged(object.key);
    Path place = folder_ / "blobs" / now.sha256;
    if (now.sha256.size() != 64 || !fs::is_regular_file(place, ignored)) {
      const Path arrived = folder_ / "blobs" / (".arrived-" + identity(object).substr(0, 32));
      const std::string sha256 = download_file(store_, now, arrived);
      place = folder_ / "blobs" / sha256;
      fs::permissions(arrived, fs::perms(0444));
      fs::rename(arrived, place);
    }
    write_file_atomically(version, place.filename().string());
    return place;
  }

  Store& store_;
  const Url& url_;
  const std::string& endpoint_;
  const Path& folder_;
};

bool is_checkpoints(const std::string& name) {
  return (name.starts_with("checkpoint-") && name.find('/') != name.npos) ||
         name.find("/checkpoint-") != name.npos;
}

}  // namespace

Path fetch(Store& store, const Url& url, const std::string& endpoint, const Path& cache) {
  Cache kept(store, url, endpoint, cache);
  for (int attempt = 1;; attempt++) {
    try {
      std::map<std::string, Object> objects;
      if (!url.key.empty())
        if (const auto file = store.find(url.key)) objects.emplace(url.name(), *file);
      if (!objects.empty()) return kept.tree(objects) / url.name();
      for (const auto& [name, object] : objects_in(store, url))
        if (!is_checkpoints(name)) objects.emplace(url.name() + "/" + name, object);
      if (objects.empty())
        io_error("{}: there is no object of this name, nor any below it", escaped(url.text()));
      return kept.tree(objects) / url.name();
    } catch (const ObjectChanged& changed) {
      if (attempt == kTries)
        io_error("{}: it changed while being read; wait until it is written", changed.what());
    }
  }
}

}  // namespace tutti::storage
