// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/program_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".pjrt";
constexpr size_t kHashSize = 64;

/// What is wrong with a folder; nothing where it may be trusted. A link to a folder that is named
/// is followed, and its owner may be another: it was copied there for this process.
std::optional<std::string> problem_of(const Path& folder, ProgramCache::Folder kind) {
  const bool is_named = kind == ProgramCache::Folder::named;
  struct stat status {};
  if ((is_named ? ::stat : ::lstat)(folder.c_str(), &status) != 0) return std::strerror(errno);
  if (!S_ISDIR(status.st_mode)) return "is no folder";
  if (is_named) {
    if ((status.st_mode & 022) == 0) return std::nullopt;
    return "others may write to it: chmod go-w it";
  }
  if (status.st_uid != ::geteuid()) return "belongs to another user";
  if ((status.st_mode & 077) != 0) return "is open to others: chmod 700 it";
  return std::nullopt;
}

/// A regular file that nobody else may write; of a kept folder, this user's.
bool is_trusted(const Path& file, ProgramCache::Folder kind) {
  struct stat status {};
  return ::lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         (kind == ProgramCache::Folder::named || status.st_uid == ::geteuid()) &&
         (status.st_mode & 022) == 0;
}

std::string short_name(const std::string& hash) {
  return hash.substr(0, 32);
}

}  // namespace

ProgramKey carried_key(std::string_view text, std::string_view library_hash,
                       std::string_view device_kind, int64_t replicas, const FlagOverrides& flags) {
  return {sha256_hex(text), sha256_hex(fmt::format("{}\n{}", library_hash, device_kind)),
          sha256_hex(compile_options(first_devices(replicas), flags))};
}

ProgramCache::ProgramCache(Path folder, Folder kind) : folder_(std::move(folder)), kind_(kind) {
  if (kind_ == Folder::kept) {
    std::error_code ignored;
    fs::create_directories(folder_.parent_path(), ignored);
    ::mkdir(folder_.c_str(), 0700);
  }
  problem_ = problem_of(folder_, kind_);
}

Path ProgramCache::file_of(const ProgramKey& key) const {
  return folder_ / fmt::format("{}-{}-{}{}", short_name(key.program), short_name(key.plugin),
                               short_name(key.options), kSuffix);
}

CacheAnswer ProgramCache::find(const ProgramKey& key) const {
  if (problem_) return {std::nullopt, "there is no cache"};
  const Path file = file_of(key);
  std::error_code error;
  if (!fs::exists(file, error)) return answer_without(key);
  if (!is_trusted(file, kind_))
    return {std::nullopt, "the stored one could be another user's", true};
  std::string content;
  try {
    content = read_file(file);
  } catch (const UserError& failure) {
    return {std::nullopt, failure.what(), true};
  }
  const std::string_view hash = std::string_view(content).substr(0, kHashSize);
  const std::string_view program =
      std::string_view(content).substr(std::min(kHashSize, content.size()));
  if (sha256_hex(program) != hash) return {std::nullopt, "the stored one is damaged", true};
  if (kind_ == Folder::kept)  // the last to be dropped
    fs::last_write_time(file, fs::file_time_type::clock::now(), error);
  return {std::string(program), {}, true};
}

CacheAnswer ProgramCache::answer_without(const ProgramKey& key) const {
  bool other_plugin = false, other_options = false;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(short_name(key.program))) continue;
    if (name.find(short_name(key.plugin)) == std::string::npos)
      other_plugin = true;
    else
      other_options = true;
  }
  if (other_options) return {std::nullopt, "the program was compiled with other options", true};
  if (other_plugin)
    return {std::nullopt, "the program was compiled by another plugin, version or device", true};
  return {std::nullopt, "the program is new"};
}

void ProgramCache::store(const ProgramKey& key, std::string_view program) const {
  if (problem_ || kind_ == Folder::named) return;
  try {
    write_file_atomically(file_of(key), [&](const WritePiece& write) {
      write(sha256_hex(program));
      write(program);
    });
    fs::permissions(file_of(key), fs::perms::owner_read | fs::perms::owner_write);
    drop_oldest();
  } catch (const std::exception& failure) {
    log_warning("a compiled program is not kept: {}", failure.what());
  }
}

void ProgramCache::drop_oldest() const {
  std::vector<std::tuple<fs::file_time_type, Path, uintmax_t>> programs;
  uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (entry.path().extension() != kSuffix) continue;
    programs.emplace_back(entry.last_write_time(), entry.path(), entry.file_size());
    bytes += entry.file_size();
  }
  std::sort(programs.begin(), programs.end());
  std::error_code ignored;
  for (size_t i = 0; i < programs.size(); i++) {
    if (programs.size() - i <= kMostPrograms && bytes <= kMostBytes) return;
    const auto& [time, file, size] = programs[i];
    fs::remove(file, ignored);
    bytes -= size;
  }
}

}  // namespace tutti::backend::pjrt
