// SPDX-License-Identifier: Apache-2.0
// Tokens for Google's services.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/files.h"
#include "http/client.h"
#include "storage/credentials.h"

namespace tutti::storage {

/// Tokens for Google's services. Looks at GOOGLE_APPLICATION_CREDENTIALS, then at the file that
/// `gcloud auth application-default login` writes (both: a service account's key, or a user's), and
/// asks the machine's metadata server.
class GoogleTokens {
 public:
  GoogleTokens(const http::Client& http, Variables variable)
      : http_(http), variable_(std::move(variable)) {}

  /// The token, fetched again before it ends; empty for an emulator (STORAGE_EMULATOR_HOST).
  /// Errors are as with AwsKeys.
  std::string get();

 private:
  Lent<std::string> fetch() const;
  Lent<std::string> of_file(const Path& path) const;
  std::optional<Lent<std::string>> of_machine() const;

  const http::Client& http_;
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
