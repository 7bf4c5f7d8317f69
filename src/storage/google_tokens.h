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

/// Finds tokens for Google's services. Tries GOOGLE_APPLICATION_CREDENTIALS, the file that `gcloud
/// auth application-default login` writes (both: a service account's key, or a user's), and the
/// machine's metadata server.
class GoogleTokens {
 public:
  GoogleTokens(const http::Client& http, Variables variable)
      : http_(http), variable_(std::move(variable)) {}

  /// The token, renewed before it expires; empty for an emulator (STORAGE_EMULATOR_HOST). Throws
  /// like AwsKeys.
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

/// The signed claim with which a service account requests a token (RFC 7523): three parts in
/// base64. `key` is a private RSA key in PEM format. Throws a UserError for any other text, without
/// repeating it.
std::string service_account_claim(const std::string& account, const std::string& key,
                                  const std::string& audience, int64_t now);

}  // namespace tutti::storage
