// SPDX-License-Identifier: Apache-2.0
#include "storage/sign.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace tutti::storage {
namespace {

// Expectations: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
const AwsKey kKey{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""};

std::string signature(SignedRequest request, const std::string& payload = "") {
  request.host = "examplebucket.s3.amazonaws.com";
  request.region = "us-east-1";
  request.payload_sha256 = sha256_hex(payload);
  request.headers.emplace_back("x-amz-content-sha256", request.payload_sha256);
  request.headers.emplace_back("x-amz-date", "20130524T000000Z");
  const std::string text = authorization(request, kKey);
  return text.substr(text.rfind('=') + 1);
}

TEST(SignatureV4, EqualsTheExamplesOfS3) {
  EXPECT_EQ(signature({.method = "GET", .path = "/test.txt", .headers = {{"Range", "bytes=0-9"}}}),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  EXPECT_EQ(signature({.method = "PUT",
                       .path = "/test%24file.text",
                       .headers = {{"Date", "Fri, 24 May 2013 00:00:00 GMT"},
                                   {"x-amz-storage-class", "REDUCED_REDUNDANCY"}}},
                      "Welcome to Amazon S3."),
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
  EXPECT_EQ(signature({.method = "GET", .query = {{"lifecycle", ""}}}),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
  EXPECT_EQ(signature({.method = "GET", .query = {{"prefix", "J"}, {"max-keys", "2"}}}),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

// Expectation: get-vanilla of AWS's Signature Version 4 test suite.
TEST(SignatureV4, EqualsTheTestSuite) {
  const SignedRequest request{.method = "GET",
                              .host = "example.amazonaws.com",
                              .headers = {{"X-Amz-Date", "20150830T123600Z"}},
                              .payload_sha256 = sha256_hex(""),
                              .region = "us-east-1",
                              .service = "service"};
  EXPECT_EQ(authorization(request, {"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", ""}),
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
            "SignedHeaders=host;x-amz-date, "
            "Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
}

TEST(SignatureV4, DatesAreInUtc) {
  using std::chrono::system_clock;
  EXPECT_EQ(amz_date(system_clock::from_time_t(1369353600)), "20130524T000000Z");
}

}  // namespace
}  // namespace tutti::storage
