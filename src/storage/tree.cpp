// SPDX-License-Identifier: Apache-2.0
#include "storage/tree.h"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "http/encoding.h"
#include "storage/transfer.h"

namespace tutti::storage {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "complete.json";

/// The mark of the folder that contains a file.
std::string mark_beside(const std::string& name) {
  return name.substr(0, name.rfind('/') + 1) + std::string(kMark);
}
bool is_mark(const std::string& name) {
  return mark_beside(name) == name;
}

bool has_hidden_part(const std::string& name) {
  return name.starts_with('.') || name.find("/.") != name.npos;
}

void remove_file(const Path& path) {
  std::error_code failure;
  fs::remove(path, failure);
  if (failure) io_error("{}: cannot be removed: {}", path.string(), failure.message());
}

/// Whether a file has an object's content, as far as the service reveals it.
bool is_same(const Path& path, const SeenFile& file, Store& store, const Object& listed) {
  if (file.size != listed.size) return false;
  Object object = listed;
  if (object.sha256.empty() && object.md5.empty()) object = store.find(listed.key).value_or(listed);
  if (!object.sha256.empty()) return sha256_of_file(path) == object.sha256;
  return !object.md5.empty() && hex_of(http::md5_of_file(path)) == object.md5;
}

/// Names in `from` that differ or are missing in `to`; with `removes`, also those only in `to`.
template <typename From, typename To>
std::vector<Change> changes_between(const From& from, const To& to, bool removes,
                                    const std::function<bool(const std::string&)>& is_equal) {
  std::vector<std::string> both;
  std::vector<Change> changes;
  for (const auto& [name, value] : from)
    if (to.contains(name))
      both.push_back(name);
    else
      changes.push_back({name});
  std::vector<char> equal(both.size());
  side_by_side(both.size(), [&](size_t i) { equal[i] = is_equal(both[i]); });
  for (size_t i = 0; i < both.size(); i++)
    if (!equal[i]) changes.push_back({both[i]});
  if (removes)
    for (const auto& [name, value] : to)
      if (!from.contains(name)) changes.push_back({name, true});
  return changes;
}

Copied counted_changes(const std::vector<Change>& changes, size_t all) {
  Copied copied;
  for (const Change& change : changes) (change.removes ? copied.removed : copied.files)++;
  copied.same = all - copied.files;
  return copied;
}

}  // namespace

std::optional<SeenFile> seen_file(const Path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return SeenFile{static_cast<uint64_t>(status.st_size),
                  int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
}

std::map<std::string, SeenFile> files_in(const Path& folder) {
  std::map<std::string, SeenFile> files;
  fs::recursive_directory_iterator at(folder), end;
  for (std::error_code failure; at != end; at.increment(failure)) {
    if (failure) io_error("{}: cannot be listed: {}", folder.string(), failure.message());
    const std::string name = at->path().lexically_relative(folder).generic_string();
    if (at->path().filename().native().starts_with('.')) {
      at.disable_recursion_pending();
      continue;
    }
    if (const auto seen = seen_file(at->path())) files[name] = *seen;  // else it is gone by now
  }
  return files;
}

std::map<std::string, Object> objects_in(Store& store, const Url& url) {
  std::map<std::string, Object> objects;
  for (Object& object : store.list(url.prefix())) {
    std::string name = object.key.substr(url.prefix().size());
    if (name.empty() || name.ends_with('/') || has_hidden_part(name)) continue;
    if (!is_safe_key(name))
      user_error(
          "{}: found the key \"{}\", which cannot be the name of a file; remove or rename it",
          escaped(url.text()), escaped(object.key));
    objects.emplace(std::move(name), std::move(object));
  }
  return objects;
}

void do_in_order(const std::vector<Change>& changes, const HasFile& source_has,
                 const HasFile& target_has, const std::function<void(const Change&)>& change) {
  std::set<std::string> marks;
  std::vector<Change> others, last;
  for (const Change& one : changes) {
    marks.insert(mark_beside(one.name));
    if (!is_mark(one.name)) others.push_back(one);
  }
  for (const std::string& mark : marks) {
    if (target_has(mark)) change({mark, true});
    if (source_has(mark)) last.push_back({mark});
  }
  for (const auto* step : {&others, &last})
    side_by_side(step->size(), [&](size_t i) { change((*step)[i]); });
}

Copied copy_to_store(const Path& folder, Store& store, const Url& url, bool removes,
                     const Path& journals) {
  const auto files = files_in(folder);
  const auto objects = objects_in(store, url);
  auto changes = changes_between(files, objects, removes, [&](const std::string& name) {
    return is_same(folder / name, files.at(name), store, objects.at(name));
  });
  Copied copied = counted_changes(changes, files.size());
  std::atomic<uint64_t> bytes{0};
  do_in_order(
      changes, [&](const std::string& name) { return files.contains(name); },
      [&](const std::string& name) { return objects.contains(name); },
      [&](const Change& change) {
        const std::string key = url.prefix() + change.name;
        if (change.removes) return store.remove(key);
        bytes += upload_file(store, folder / change.name, key, journals).size;
      });
  copied.bytes = bytes;
  return copied;
}

Copied copy_to_folder(Store& store, const Url& url, const Path& folder, bool removes) {
  const auto objects = objects_in(store, url);
  if (objects.empty())
    io_error("{}: there is no object whose key begins with this", escaped(url.text()));
  fs::create_directories(folder);
  const auto files = files_in(folder);
  auto changes = changes_between(objects, files, removes, [&](const std::string& name) {
    return is_same(folder / name, files.at(name), store, objects.at(name));
  });
  Copied copied = counted_changes(changes, objects.size());
  std::atomic<uint64_t> bytes{0};
  do_in_order(
      changes, [&](const std::string& name) { return objects.contains(name); },
      [&](const std::string& name) { return files.contains(name); },
      [&](const Change& change) {
        if (change.removes) return remove_file(folder / change.name);
        const Object& object = objects.at(change.name);
        fs::create_directories((folder / change.name).parent_path());
        download_file(store, object, folder / change.name);
        bytes += object.size;
      });
  copied.bytes = bytes;
  return copied;
}

}  // namespace tutti::storage
