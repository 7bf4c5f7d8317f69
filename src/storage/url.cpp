// SPDX-License-Identifier: Apache-2.0
#include "storage/url.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace tutti::storage {
namespace {

bool is_bucket_name(std::string_view name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  };
  return name.size() >= 3 && name.size() <= 222 && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), is_allowed);
}

}  // namespace

std::string Url::text() const {
  const std::string_view scheme = service == Service::s3 ? "s3" : "gs";
  return fmt::format("{}://{}{}{}", scheme, bucket, key.empty() ? "" : "/", key);
}

std::string Url::name() const {
  if (key.empty()) return bucket;
  return key.substr(key.rfind('/') + 1);  // npos + 1 is 0
}

bool is_url(std::string_view text) {
  return text.starts_with("s3://") || text.starts_with("gs://");
}

bool is_safe_key(std::string_view key) {
  if (!is_valid_utf8(key) || key.size() > 1024) return false;
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; };
  if (std::any_of(key.begin(), key.end(), is_control)) return false;
  for (size_t at = 0; at <= key.size();) {
    const size_t end = std::min(key.find('/', at), key.size());
    const std::string_view part = key.substr(at, end - at);
    if (part.empty() || part == "." || part == ".." || part.size() > 255) return false;
    at = end + 1;
  }
  return true;
}

Url parse_url(std::string_view text) {
  check(is_url(text), "{} is no address of an object", text);
  Url url{text.starts_with("s3:") ? Service::s3 : Service::gcs, "", ""};
  std::string_view rest = text.substr(5);
  const size_t slash = std::min(rest.find('/'), rest.size());
  url.bucket = rest.substr(0, slash);
  rest.remove_prefix(slash);
  while (rest.starts_with('/')) rest.remove_prefix(1);
  while (rest.ends_with('/')) rest.remove_suffix(1);
  url.key = rest;
  if (!is_bucket_name(url.bucket))
    user_error(
        "{}: found \"{}\" as the bucket, expected at least three lower-case letters, digits, "
        "dashes, dots or underscores: {}://my-bucket/folder",
        escaped(text), escaped(url.bucket), text.substr(0, 2));
  if (!url.key.empty() && !is_safe_key(url.key))
    user_error("{}: expected a key whose parts between slashes may be names of files",
               escaped(text));
  return url;
}

}  // namespace tutti::storage
