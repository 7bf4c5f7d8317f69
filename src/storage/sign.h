// SPDX-License-Identifier: Apache-2.0
// AWS Signature Version 4: proves that who sends a request has the secret key, without sending it.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace tutti::storage {

struct AwsKey {
  std::string id;
  std::string secret;
  std::string token;  // of a session; empty: a key that stays
};

using Fields = std::vector<std::pair<std::string, std::string>>;

/// A request as the server sees it.
struct SignedRequest {
  std::string method = "GET";
  std::string host = "";
  std::string path = "/";  // with percent signs, as it is sent
  Fields query = {};       // without percent signs
  Fields headers = {};     // those that are signed besides host
  std::string payload_sha256 = "";
  std::string region = "";
  std::string service = "s3";
};

/// The query as it is signed and has to be sent: sorted, with percent signs.
std::string canonical_query(Fields query);

/// The value of the Authorization header. `headers` must have x-amz-date, as amz_date() gives it.
std::string authorization(const SignedRequest& request, const AwsKey& key);

/// "20130524T000000Z"
std::string amz_date(std::chrono::system_clock::time_point time);

}  // namespace tutti::storage
