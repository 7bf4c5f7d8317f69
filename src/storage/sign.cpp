// SPDX-License-Identifier: Apache-2.0
// docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html has the steps and their
// names.
#include "storage/sign.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/calendar.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/percent_encoding.h"

namespace tutti::storage {
namespace {

/// Trims blanks, and collapses several blanks to one.
std::string trimmed(const std::string& value) {
  std::string text;
  for (const char c : value)
    if (c != ' ' || (!text.empty() && text.back() != ' ')) text += c;
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

/// Sorted by name; values of one name are joined.
Fields canonical_headers(const SignedRequest& request) {
  Fields headers = {{"host", request.host}};
  for (const auto& [name, value] : request.headers)
    headers.emplace_back(in_lower_case(name), trimmed(value));
  std::stable_sort(headers.begin(), headers.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Fields joined;
  for (auto& [name, value] : headers) {
    if (!joined.empty() && joined.back().first == name)
      joined.back().second += "," + value;
    else
      joined.emplace_back(std::move(name), std::move(value));
  }
  return joined;
}

/// The key of the day, region and service.
std::string signing_key(const SignedRequest& request, const AwsKey& key, const std::string& day) {
  std::string signing = hmac_sha256("AWS4" + key.secret, day);
  for (const std::string& part : {request.region, request.service, std::string("aws4_request")})
    signing = hmac_sha256(signing, part);
  return signing;
}

}  // namespace

std::string canonical_query(Fields query) {
  for (auto& [name, value] : query) {
    name = percent_encoded(name);
    value = percent_encoded(value);
  }
  std::sort(query.begin(), query.end());
  std::string text;
  for (const auto& [name, value] : query)
    text += fmt::format("{}{}={}", text.empty() ? "" : "&", name, value);
  return text;
}

std::string authorization(const SignedRequest& request, const AwsKey& key) {
  std::string canonical =
      fmt::format("{}\n{}\n{}\n", request.method, request.path, canonical_query(request.query));
  std::string names, time;
  for (const auto& [name, value] : canonical_headers(request)) {
    canonical += fmt::format("{}:{}\n", name, value);
    names += (names.empty() ? "" : ";") + name;
    if (name == "x-amz-date") time = value;
  }
  check(time.size() == 16, "a request without x-amz-date");
  canonical += fmt::format("\n{}\n{}", names, request.payload_sha256);
  const std::string day = time.substr(0, 8);
  const std::string scope =
      fmt::format("{}/{}/{}/aws4_request", day, request.region, request.service);
  const std::string to_sign =
      fmt::format("AWS4-HMAC-SHA256\n{}\n{}\n{}", time, scope, sha256_hex(canonical));
  return fmt::format("AWS4-HMAC-SHA256 Credential={}/{}, SignedHeaders={}, Signature={}", key.id,
                     scope, names, hex_of(hmac_sha256(signing_key(request, key, day), to_sign)));
}

std::string amz_date(std::chrono::system_clock::time_point time) {
  return utc_text(time, "%Y%m%dT%H%M%SZ");
}

}  // namespace tutti::storage
