// SPDX-License-Identifier: Apache-2.0
// AWS Signature Version 4: proves that a request's sender has the secret key, without sending it.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace tutti::storage {

struct AwsKey {
  std::string id;
  std::string secret;
  std::string token;  // of a session; empty: a permanent key
};

using Fields = std::vector<std::pair<std::string, std::string>>;

/// A request as the server sees it.
struct SignedRequest {
  std::string method = "GET";
  std::string host = "";
  std::string path = "/";  // percent-encoded, as sent
  Fields query = {};       // not percent-encoded
  Fields headers = {};     // the signed ones besides host
  std::string payload_sha256 = "";
  std::string region = "";
  std::string service = "s3";
};

/// The query as it is signed and must be sent: sorted and percent-encoded.
std::string canonical_query(Fields query);

/// The value of the Authorization header. `headers` must include x-amz-date, from amz_date().
std::string authorization(const SignedRequest& request, const AwsKey& key);

/// "20130524T000000Z"
std::string amz_date(std::chrono::system_clock::time_point time);

}  // namespace tutti::storage
