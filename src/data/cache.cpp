// SPDX-License-Identifier: Apache-2.0
#include "data/cache.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"

namespace tutti::data {
namespace {

constexpr std::string_view kMagic = "tutti cache 1\n";
constexpr size_t kHashDigits = 64;
constexpr size_t kHeaderSize = kMagic.size() + kHashDigits;

/// The content of a file (magic, SHA-256 of the content, content), or why there is none.
std::string unwrapped(const Path& path) {
  std::string file = read_file(path);
  if (file.size() < kHeaderSize || !file.starts_with(kMagic)) user_error("it is not a cache file");
  const std::string expected = file.substr(kMagic.size(), kHashDigits);
  file.erase(0, kHeaderSize);
  if (sha256_hex(file) != expected) user_error("its checksum is wrong");
  return file;
}

}  // namespace

Path ContentCache::path_of(std::string_view key) const {
  check(!key.empty() && key.find_first_not_of("0123456789abcdef") == std::string_view::npos,
        "a cache key is hexadecimal");
  return folder_ / fmt::format("{}.cache", key);
}

std::optional<std::string> ContentCache::read(std::string_view key) const {
  const Path path = path_of(key);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  try {
    return unwrapped(path);
  } catch (const UserError& error) {
    log_warning("ignoring cache file {} and rebuilding it: {}", path.string(), error.what());
    return std::nullopt;
  }
}

void ContentCache::write(std::string_view key, std::string_view content) const {
  const Path path = path_of(key);
  try {
    std::filesystem::create_directories(folder_);
    write_file_atomically(path, [&](const std::function<void(std::string_view)>& append) {
      append(kMagic);
      append(sha256_hex(content));
      append(content);
    });
  } catch (const UserError& error) {
    log_warning("prepared data is not kept: {}", error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    log_warning("prepared data is not kept: {}", error.what());
  }
}

}  // namespace tutti::data
