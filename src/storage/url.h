// SPDX-License-Identifier: Apache-2.0
// Addresses of objects: s3://BUCKET/KEY and gs://BUCKET/KEY.
#pragma once

#include <string>
#include <string_view>

namespace tutti::storage {

enum class Service { s3, gcs };

struct Url {
  Service service = Service::s3;
  std::string bucket;
  std::string key;  // without a slash at its ends; empty: the whole bucket

  std::string text() const;
  /// The key prefix of objects inside this address as a folder: "key/", or "" for a bucket.
  std::string prefix() const { return key.empty() ? "" : key + "/"; }
  /// The last part of the key, or the bucket's name for a whole bucket.
  std::string name() const;
};

/// Whether a text looks like such an address: s3://... or gs://...
bool is_url(std::string_view text);

/// Throws a UserError for a bucket name that services refuse, and for a key with empty, "." or ".."
/// parts or control characters, which cannot be a path.
Url parse_url(std::string_view text);

/// Whether each part of a key can be a file name.
bool is_safe_key(std::string_view key);

}  // namespace tutti::storage
