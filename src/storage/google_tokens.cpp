// SPDX-License-Identifier: Apache-2.0
#include "storage/google_tokens.h"

#include <openssl/evp.h>
#include <openssl/pem.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "http/encoding.h"
#include "storage/credentials.h"
#include "storage/sign.h"

namespace tutti::storage {
namespace {

using std::chrono::system_clock;

constexpr size_t kLargestCredentials = 1 << 20;
constexpr const char* kScope = "https://www.googleapis.com/auth/devstorage.read_write";
constexpr const char* kTokenUrl = "https://oauth2.googleapis.com/token";

Lent<std::string> token_in(const std::string& text, const std::string& where) {
  const nlohmann::json answer = secret_json(text, where);
  const int64_t seconds = format::json_int(answer, "expires_in", where);
  return {format::json_string(answer, "access_token", where),
          system_clock::now() + std::chrono::seconds(seconds)};
}

template <auto Free>
struct Freeing {
  template <typename T>
  void operator()(T* one) const {
    Free(one);
  }
};

std::string rs256(const std::string& pem, const std::string& text) {
  const std::unique_ptr<BIO, Freeing<BIO_free>> in(
      BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>> key(
      PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr));
  if (!key || EVP_PKEY_base_id(key.get()) != EVP_PKEY_RSA)
    user_error("the service account's file: expected a private RSA key in private_key");
  const std::unique_ptr<EVP_MD_CTX, Freeing<EVP_MD_CTX_free>> context(EVP_MD_CTX_new());
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  size_t size = 0;
  check(EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1 &&
            EVP_DigestSign(context.get(), nullptr, &size, bytes, text.size()) == 1,
        "OpenSSL does not sign");
  std::string signature(size, '\0');
  check(EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                       bytes, text.size()) == 1,
        "OpenSSL does not sign");
  signature.resize(size);
  return signature;
}

}  // namespace

std::string service_account_claim(const std::string& account, const std::string& key,
                                  const std::string& audience, int64_t now) {
  const nlohmann::json claim = {
      {"iss", account}, {"scope", kScope}, {"aud", audience}, {"iat", now}, {"exp", now + 3600}};
  const std::string text = http::base64_of(R"({"alg":"RS256","typ":"JWT"})", true) + "." +
                           http::base64_of(claim.dump(), true);
  return text + "." + http::base64_of(rs256(key, text), true);
}

std::string GoogleTokens::get() {
  if (variable_("STORAGE_EMULATOR_HOST")) return "";
  const std::lock_guard lock(guard_);
  if (!token_ || token_->is_due()) token_ = fetch();
  return token_->secret;
}

Lent<std::string> GoogleTokens::fetch() const {
  if (const auto path = variable_("GOOGLE_APPLICATION_CREDENTIALS")) return of_file(*path);
  const auto given = variable_("CLOUDSDK_CONFIG");
  const auto home = variable_("HOME");
  const Path folder = given ? Path(*given) : Path(home.value_or("")) / ".config" / "gcloud";
  const Path usual = folder / "application_default_credentials.json";
  std::error_code ignored;
  if (std::filesystem::is_regular_file(usual, ignored)) return of_file(usual);
  if (auto token = of_machine()) return *std::move(token);
  user_error(
      "gs://: no credentials found in GOOGLE_APPLICATION_CREDENTIALS, {} or this machine's service "
      "account; create some with `gcloud auth application-default login`",
      escaped(usual.string(), 1000));
}

Lent<std::string> GoogleTokens::of_file(const Path& path) const {
  const std::string where = escaped(path.string(), 1000);
  nlohmann::json file;
  try {
    file = format::parse_json(read_file(path, kLargestCredentials), where);
  } catch (const UserError& error) {
    if (error.code() != ExitCode::usage) throw;
    user_error("{}: expected a JSON file of credentials", where);  // without showing any of it
  }
  const std::string type = format::json_string(file, "type", where);
  const std::string url = format::json_string(file, "token_uri", where, kTokenUrl);
  std::string body;
  if (type == "service_account") {
    const auto now = system_clock::to_time_t(system_clock::now());
    body = canonical_query(
        {{"grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"},
         {"assertion",
          service_account_claim(format::json_string(file, "client_email", where),
                                format::json_string(file, "private_key", where), url, now)}});
  } else if (type == "authorized_user") {
    body = canonical_query({{"grant_type", "refresh_token"},
                            {"client_id", format::json_string(file, "client_id", where)},
                            {"client_secret", format::json_string(file, "client_secret", where)},
                            {"refresh_token", format::json_string(file, "refresh_token", where)}});
  } else {
    user_error("{}: found credentials of type {}, expected service_account or authorized_user",
               where, escaped(type));
  }
  const http::Answer answer = http_.ask("a token of Google", [&] {
    return http::Request{
        "POST", url, {{"content-type", "application/x-www-form-urlencoded"}}, body, {}};
  });
  if (!answer.is_good())
    io_error(
        "{}: {} gave no token: the server answered {}; create new ones with `gcloud auth "
        "application-default login`",
        where, escaped(url), answer.status);
  return token_in(answer.body, "a token of Google");
}

std::optional<Lent<std::string>> GoogleTokens::of_machine() const {
  const std::string host = variable_("GCE_METADATA_HOST").value_or("metadata.google.internal");
  const http::Client near(kNearby);
  http::Answer answer;
  try {  // once: most machines are not at Google
    answer = near.send(
        {"GET",
         fmt::format("http://{}/computeMetadata/v1/instance/service-accounts/default/token", host),
         {{"metadata-flavor", "Google"}},
         {},
         {}});
  } catch (const http::Failure&) {
    return std::nullopt;
  }
  if (!answer.is_good() || answer.header("metadata-flavor") != "Google") return std::nullopt;
  return token_in(answer.body, "the machine's service account");
}

}  // namespace tutti::storage
