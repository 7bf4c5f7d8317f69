// SPDX-License-Identifier: Apache-2.0
// Keys and tokens from each of their sources, by a server that checks what they sign.

#include <gtest/gtest.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "stand_in.h"
#include "storage/aws_keys.h"
#include "storage/google_tokens.h"
#include "support/errors.h"

namespace tutti::storage {
namespace {

using test::expect_contains;
using test::failure_of;
using test::StandIn;
using test::TemporaryFolder;

/// A private key in PEM form, and the modulus of its public one in digits.
std::pair<std::string, std::string> new_rsa_key() {
  EVP_PKEY* key = EVP_RSA_gen(2048);
  BIO* out = BIO_new(BIO_s_mem());
  PEM_write_bio_PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr);
  char* text = nullptr;
  const auto size = static_cast<size_t>(BIO_get_mem_data(out, &text));
  std::string pem(text, size);
  BIGNUM* modulus = nullptr;
  EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_N, &modulus);
  char* digits = BN_bn2hex(modulus);
  std::string number(digits);
  OPENSSL_free(digits);
  BN_free(modulus);
  BIO_free(out);
  EVP_PKEY_free(key);
  return {pem, number};
}

class Credentials : public testing::Test {
 protected:
  using Values = std::map<std::string, std::string>;

  /// Nothing but where the server is; with `more`.
  Values bare(const Values& more = {}) const {
    Values values = more;
    values.insert({{"AWS_ENDPOINT_URL", server_.address()},
                   {"AWS_EC2_METADATA_DISABLED", "true"},
                   {"GCE_METADATA_HOST", "127.0.0.1:1"},
                   {"HOME", folder_.path().string()}});
    return values;
  }
  std::string write(const std::string& name, const std::string& text) {
    const Path path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    write_file_atomically(path, text);
    return path.string();
  }
  /// Whether S3 takes what these variables sign.
  void expect_s3(const Values& values) {
    Services services(test::lookup(values));
    const auto store = services.open({Service::s3, "bucket", ""});
    store->write("k", "v", sha256_hex("v"));
    EXPECT_EQ(store->list("k").size(), 1U);
  }
  void expect_google(const Values& values) {
    GoogleTokens tokens(http_, test::lookup(values));
    const auto store = make_gcs_store(http_, tokens, server_.address(), "bucket");
    store->write("k", "v", sha256_hex("v"));
    EXPECT_EQ(store->list("k").size(), 1U);
  }

  std::pair<std::string, std::string> rsa_ = new_rsa_key();
  StandIn server_{rsa_.second};
  TemporaryFolder folder_;
  http::Client http_;
};

TEST_F(Credentials, OfAwsAreInTheEnvironment) {
  expect_s3(
      bare({{"AWS_ACCESS_KEY_ID", "AKIDTEST"}, {"AWS_SECRET_ACCESS_KEY", "test-secret-key"}}));
  expect_contains(failure_of([&] {
                    expect_s3(bare({{"AWS_ACCESS_KEY_ID", "AKIDTEST"}}));
                  }).message,
                  "found one of them, expected both");
}

TEST_F(Credentials, OfAwsAreInSharedFiles) {
  write(".aws/credentials",
        "# keys\n[other]\naws_access_key_id = no\n\n[default]\naws_access_key_id=AKIDTEST\n"
        "aws_secret_access_key = test-secret-key \n");
  write(".aws/config",
        "[default]\nregion = eu-north-1\ns3 =\n  region = nested\n[profile work]\n"
        "region = ap-south-1\naws_access_key_id = AKIDTEST\n"
        "aws_secret_access_key = test-secret-key\n[profile sso]\nsso_session = s\n");
  expect_s3(bare());
  EXPECT_EQ(AwsKeys(http_, test::lookup(bare())).region(), "eu-north-1");
  expect_s3(bare({{"AWS_PROFILE", "work"}}));
  EXPECT_EQ(AwsKeys(http_, test::lookup(bare({{"AWS_PROFILE", "work"}}))).region(), "ap-south-1");
  expect_contains(failure_of([&] {
                    expect_s3(bare({{"AWS_PROFILE", "sso"}}));
                  }).message,
                  "sso_session");
  expect_contains(failure_of([&] {
                    expect_s3(bare({{"AWS_PROFILE", "none"}}));
                  }).message,
                  "AWS_PROFILE");
}

TEST_F(Credentials, OfAwsAreLentForAWebIdentity) {
  const std::string token = write("token", "web-identity\n");
  expect_s3(
      bare({{"AWS_WEB_IDENTITY_TOKEN_FILE", token}, {"AWS_ROLE_ARN", "arn:aws:iam::1:role/r"}}));
  write(".aws/config",
        "[default]\nrole_arn = arn:aws:iam::1:role/r\nweb_identity_token_file = " + token + "\n");
  expect_s3(bare());
  const std::string wrong = write("wrong", "a-wrong-token");
  const auto failure = failure_of([&] {
    expect_s3(
        bare({{"AWS_WEB_IDENTITY_TOKEN_FILE", wrong}, {"AWS_ROLE_ARN", "arn:aws:iam::1:role/r"}}));
  });
  expect_contains(failure.message, "InvalidIdentityToken");
  EXPECT_EQ(failure.message.find("a-wrong-token"), std::string::npos);
}

TEST_F(Credentials, OfAwsAreLentToTheMachine) {
  Values values = bare({{"AWS_EC2_METADATA_SERVICE_ENDPOINT", server_.address()}});
  values.erase("AWS_EC2_METADATA_DISABLED");
  expect_s3(values);
  server_.fail("none", 0);
  expect_s3(values);
  expect_contains(server_.log(), "PUT /latest/api/token");  // version 2: with a session
}

TEST_F(Credentials, OfAwsAreMissing) {
  const auto failure = failure_of([&] { expect_s3(bare()); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "aws configure");
}

TEST_F(Credentials, OfGoogleAreAServiceAccountsKey) {
  const nlohmann::json file = {{"type", "service_account"},
                               {"client_email", "me@project.iam.gserviceaccount.com"},
                               {"private_key", rsa_.first},
                               {"token_uri", server_.address() + "/token"}};
  expect_google(bare({{"GOOGLE_APPLICATION_CREDENTIALS", write("key.json", file.dump())}}));
  // Signed with another key.
  nlohmann::json other = file;
  other["private_key"] = new_rsa_key().first;
  const auto failure = failure_of([&] {
    expect_google(bare({{"GOOGLE_APPLICATION_CREDENTIALS", write("other.json", other.dump())}}));
  });
  expect_contains(failure.message, "gave no token");
  other["private_key"] = "a-secret-that-is-no-key";
  const auto wrong = failure_of([&] {
    expect_google(bare({{"GOOGLE_APPLICATION_CREDENTIALS", write("wrong.json", other.dump())}}));
  });
  expect_contains(wrong.message, "private_key");
  EXPECT_EQ(wrong.message.find("a-secret-that"), std::string::npos);
}

TEST_F(Credentials, OfGoogleAreAUsersOwn) {
  const nlohmann::json file = {{"type", "authorized_user"},
                               {"client_id", "id"},
                               {"client_secret", "secret"},
                               {"refresh_token", "refresh-me"},
                               {"token_uri", server_.address() + "/token"}};
  write(".config/gcloud/application_default_credentials.json", file.dump());
  expect_google(bare());
}

TEST_F(Credentials, OfGoogleAreTheMachines) {
  expect_google(bare({{"GCE_METADATA_HOST", server_.address().substr(7)}}));
}

TEST_F(Credentials, OfGoogleAreMissing) {
  const auto failure = failure_of([&] { expect_google(bare()); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "gcloud auth application-default login");
}

}  // namespace
}  // namespace tutti::storage
