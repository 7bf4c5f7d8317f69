// SPDX-License-Identifier: Apache-2.0
// A bucket. Its functions may be called by several threads at once and repeat what fails for a
// while. They throw a UserError of exit code 5 where a service refuses, with the service's reason.
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
  std::string version;  // another one for each content: S3's ETag, Google's generation
  std::string md5;      // as 32 hexadecimal digits; empty: not known
  std::string sha256;   // as who wrote it says, if it was Tutti; only look() knows it
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
  std::string tag;  // what the service calls it
  std::string md5;  // as 32 hexadecimal digits
};

class Store {
 public:
  virtual ~Store() = default;

  /// The objects whose keys begin so, by key.
  virtual std::vector<Object> list(const std::string& prefix) = 0;
  /// Nothing where there is no such object.
  virtual std::optional<Object> look(const std::string& key) = 0;
  /// Gives so many bytes from `offset` on to the sink. Throws ObjectChanged where it is another
  /// version by now.
  virtual void read(const Object& object, uint64_t offset, const http::BodySink& sink) = 0;
  /// Makes or replaces an object at once. Returns its version.
  virtual std::string write(const std::string& key, std::string_view bytes,
                            const std::string& sha256) = 0;
  /// One that is not there is as good as removed.
  virtual void remove(const std::string& key) = 0;

  /// An object in parts, which nobody sees before its end.
  virtual std::string begin_upload(const std::string& key, const std::string& sha256) = 0;
  /// The parts that have arrived; nothing where there is no such upload any more.
  virtual std::optional<std::vector<UploadPart>> parts_of(const std::string& key,
                                                          const std::string& upload) = 0;
  virtual UploadPart write_part(const std::string& key, const std::string& upload, int number,
                                std::string_view bytes) = 0;
  /// Returns the object's version.
  virtual std::string finish_upload(const std::string& key, const std::string& upload,
                                    const std::vector<UploadPart>& parts,
                                    const std::string& sha256) = 0;
};

/// What all buckets of a process share.
class Services {
 public:
  explicit Services(Variables variable);

  std::unique_ptr<Store> open(const Url& url);
  /// Where requests for this address go, to tell apart what is cached from several servers.
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
