// SPDX-License-Identifier: Apache-2.0
// Keys for S3.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/files.h"
#include "http/client.h"
#include "storage/credentials.h"
#include "storage/sign.h"

namespace tutti::storage {

/// Finds keys for S3. Tries AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; a web identity
/// (AWS_WEB_IDENTITY_TOKEN_FILE, AWS_ROLE_ARN, or a profile's); the profile AWS_PROFILE in
/// ~/.aws/credentials and ~/.aws/config; the container's credentials endpoint; and the machine's,
/// IMDSv2.
class AwsKeys {
 public:
  AwsKeys(const http::Client& http, Variables variable)
      : http_(http), variable_(std::move(variable)) {}

  /// The key, renewed before it expires. Throws a UserError of exit code 2 that lists the places
  /// searched. With AWS_NO_SIGN_REQUEST=true, an empty key: requests are not signed.
  AwsKey get();
  /// AWS_REGION, AWS_DEFAULT_REGION or the profile's; else us-east-1.
  std::string region() const;

 private:
  Lent<AwsKey> fetch() const;
  std::optional<Lent<AwsKey>> of_profile() const;
  std::optional<Lent<AwsKey>> of_container() const;
  std::optional<Lent<AwsKey>> of_machine() const;
  Lent<AwsKey> of_web_identity(const Path& token_file, const std::string& role,
                               const std::string& session) const;
  std::optional<std::string> in_profile(const std::string& name) const;

  const http::Client& http_;
  Variables variable_;
  std::mutex guard_;
  std::optional<Lent<AwsKey>> key_;
};

}  // namespace tutti::storage
