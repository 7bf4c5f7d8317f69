// SPDX-License-Identifier: Apache-2.0
// A bucket. Several threads may call its functions concurrently; they retry temporary failures.
// They throw a UserError of exit code 5 with the service's reason if it refuses.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "storage/aws_keys.h"
#include "storage/credentials.h"
#include "storage/google_tokens.h"
#include "storage/url.h"

namespace tutti::storage {

struct Object {
  std::string key;
  uint64_t size = 0;
  std::string version;  // changes with the content: S3's ETag, Google's generation
  std::string md5;      // as 32 hexadecimal digits; empty: unknown
  std::string sha256;   // as recorded by Tutti when writing it; only find() returns it
};

/// The object was replaced or removed while it was read.
class ObjectChanged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A part of an object that is being uploaded.
struct UploadPart {
  int number = 0;  // from 1
  uint64_t size = 0;
  std::string tag;  // the service's name for it
  std::string md5;  // as 32 hexadecimal digits
};

class Store {
 public:
  virtual ~Store() = default;

  /// The objects whose keys begin with `prefix`, by key.
  virtual std::vector<Object> list(const std::string& prefix) = 0;
  /// nullopt if there is no such object.
  virtual std::optional<Object> find(const std::string& key) = 0;
  /// Passes the sink's number of bytes from `offset` on to the sink. Throws ObjectChanged if the
  /// object has another version now.
  virtual void read(const Object& object, uint64_t offset, const http::BodySink& sink) = 0;
  /// Creates or replaces an object atomically. Returns its version.
  virtual std::string write(const std::string& key, std::string_view bytes,
                            const std::string& sha256) = 0;
  /// Succeeds for a missing object.
  virtual void remove(const std::string& key) = 0;

  /// Begins an object in parts, invisible until finish_upload().
  virtual std::string begin_upload(const std::string& key, const std::string& sha256) = 0;
  /// The parts that have arrived; nullopt if the upload no longer exists.
  virtual std::optional<std::vector<UploadPart>> parts_of(const std::string& key,
                                                          const std::string& upload) = 0;
  virtual UploadPart write_part(const std::string& key, const std::string& upload, int number,
                                std::string_view bytes) = 0;
  /// Returns the object's version.
  virtual std::string finish_upload(const std::string& key, const std::string& upload,
                                    const std::vector<UploadPart>& parts,
                                    const std::string& sha256) = 0;
};

/// Shared by all buckets of a process.
class Services {
 public:
  explicit Services(Variables variable);

  std::unique_ptr<Store> open(const Url& url);
  /// The server for a service's requests, which distinguishes cached contents of several servers.
  std::string endpoint(Service service) const;

 private:
  Variables variable_;
  http::Client http_;
  AwsKeys aws_;
  GoogleTokens google_;
};

std::unique_ptr<Store> make_s3_store(const http::Client& http, AwsKeys& keys,
                                     const std::string& endpoint, const std::string& bucket);
std::unique_ptr<Store> make_gcs_store(const http::Client& http, GoogleTokens& tokens,
                                      const std::string& endpoint, const std::string& bucket);

}  // namespace tutti::storage
