// SPDX-License-Identifier: Apache-2.0
// Where keys and tokens come from, in the order in which the vendors' own clients look. They stay
// in memory: no message, file or command line has them.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/files.h"
#include "storage/http.h"
#include "storage/sign.h"

namespace tutti::storage {

/// Looks up a variable of the environment; nothing where it is not set or empty.
using Variables = std::function<std::optional<std::string>(const char* name)>;

/// For services that lend keys to this machine: they are near, or are not there.
inline const HttpOptions kNearby{
    .ca_file = "", .connect_seconds = 2, .silence_seconds = 5, .goes_direct = true};

/// What such a service answers. No error shows any of it, as it may have a secret.
nlohmann::json secret_json(const std::string& text, const std::string& where);

/// A secret with the time at which it ends.
template <typename Secret>
struct Lent {
  Secret secret;
  std::optional<std::chrono::system_clock::time_point> end = std::nullopt;  // nothing: never

  /// Whether it has to be fetched again before it is used.
  bool is_due() const {
    return end && std::chrono::system_clock::now() + std::chrono::minutes(5) >= *end;
  }
};

/// Keys for S3. Looks at AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; a web identity
/// (AWS_WEB_IDENTITY_TOKEN_FILE, AWS_ROLE_ARN, or a profile's); the profile AWS_PROFILE in
/// ~/.aws/credentials and ~/.aws/config; the container's address; and the machine's own, IMDSv2.
class AwsKeys {
 public:
  AwsKeys(const Http& http, Variables variable) : http_(http), variable_(std::move(variable)) {}

  /// The key, fetched again before it ends. A UserError of exit code 2 says where it was looked
  /// for. With AWS_NO_SIGN_REQUEST=true, an empty key: requests are not signed.
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

  const Http& http_;
  Variables variable_;
  std::mutex guard_;
  std::optional<Lent<AwsKey>> key_;
};

/// Tokens for Google's services. Looks at GOOGLE_APPLICATION_CREDENTIALS, then at the file that
/// `gcloud auth application-default login` writes (both: a service account's key, or a user's), and
/// asks the machine's metadata server.
class GoogleTokens {
 public:
  GoogleTokens(const Http& http, Variables variable)
      : http_(http), variable_(std::move(variable)) {}

  /// The token, fetched again before it ends; empty for an emulator (STORAGE_EMULATOR_HOST).
  /// Errors are as with AwsKeys.
  std::string get();

 private:
  Lent<std::string> fetch() const;
  Lent<std::string> of_file(const Path& path) const;
  std::optional<Lent<std::string>> of_machine() const;

  const Http& http_;
  Variables variable_;
  std::mutex guard_;
  std::optional<Lent<std::string>> token_;
};

/// The signed claim by which a service account asks for a token (RFC 7523): three parts in base64.
/// `key` is a private RSA key in PEM form. Throws a UserError for another text, which it does not
/// repeat.
std::string service_account_claim(const std::string& account, const std::string& key,
                                  const std::string& audience, int64_t now);

}  // namespace tutti::storage
