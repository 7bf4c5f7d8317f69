// SPDX-License-Identifier: Apache-2.0
#include "etcd/etcd_text.h"

#include <chrono>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "http/client.h"
#include "http/encoding.h"

namespace tutti::etcd {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;

/// The gateway writes 64-bit numbers as texts, and omits values that are 0 or false. See
/// https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/.
class EtcdText : public comm::SharedText {
 public:
  EtcdText(std::string endpoint, std::string key, int64_t lease_seconds)
      : endpoint_(std::move(endpoint)),
        key_(std::move(key)),
        key64_(http::base64_of(key_)),
        lease_seconds_(lease_seconds),
        http_({.ca_file = {}, .connect_seconds = 3, .silence_seconds = 5, .goes_direct = true}) {}

  std::string name() const override { return fmt::format("etcd://{}/{}", endpoint_, key_); }

  std::optional<std::string> read() override {
    const json answer = call("kv/range", {{"key", key64_}});
    const json found = answer.value("kvs", json::array());
    if (found.empty()) return std::nullopt;
    return http::from_base64(found.at(0).value("value", ""));
  }

  bool replace(const std::optional<std::string>& before, const std::string& text) override {
    if (lease_.empty()) {
      lease_ = call("lease/grant", {{"TTL", lease_seconds_}}).value("ID", "");
      renewed_ = steady_clock::now();
    }
    const std::string lease = lease_;
    lease_.clear();  // until etcd has removed the text with it
    const json put = {{"key", key64_}, {"value", http::base64_of(text)}, {"lease", lease}};
    const bool is_done = change(before, {{"requestPut", put}});
    lease_ = lease;
    return is_done;
  }

  void renew() override {
    if (lease_.empty() || steady_clock::now() < renewed_ + std::chrono::seconds(lease_seconds_) / 4)
      return;
    const json answer = call("lease/keepalive", {{"ID", lease_}});
    const json result = answer.value("result", json::object());
    if (!result.contains("TTL")) lease_.clear();  // it has ended
    renewed_ = steady_clock::now();
  }

  void remove(const std::string& text) override {
    change(text, {{"requestDeleteRange", {{"key", key64_}}}});
    if (!lease_.empty()) call("lease/revoke", {{"ID", lease_}});
    lease_.clear();
  }

 private:
  json call(const std::string& what, const json& said) const {
    const std::string body = said.dump();
    const std::string url = fmt::format("http://{}/v3/{}", endpoint_, what);
    const http::Answer answer = http_.send({"POST", url, {}, body, {}});
    try {
      json result = format::parse_json(answer.body, url);
      if (answer.is_good() && result.is_object()) return result;
    } catch (const UserError&) {  // another server
    }
    throw std::runtime_error(fmt::format("{} answers {} {}, expected etcd's JSON gateway", url,
                                         answer.status, escaped(answer.body, 200)));
  }

  /// Performs one operation on the key if its text is still `before`. Returns whether it was.
  bool change(const std::optional<std::string>& before, const json& request) const {
    json compare = {{"key", key64_}, {"result", "EQUAL"}};
    if (before) {
      compare["target"] = "VALUE";
      compare["value"] = http::base64_of(*before);
    } else {  // there is no such key
      compare["target"] = "VERSION";
      compare["version"] = "0";
    }
    const json answer =
        call("kv/txn", {{"compare", json::array({compare})}, {"success", json::array({request})}});
    return answer.value("succeeded", false);
  }

  const std::string endpoint_, key_, key64_;
  const int64_t lease_seconds_;
  const http::Client http_;
  std::string lease_;  // empty: none
  steady_clock::time_point renewed_;
};

}  // namespace

std::unique_ptr<comm::SharedText> shared_key(const std::string& endpoint, const std::string& key,
                                             int64_t lease_seconds) {
  return std::make_unique<EtcdText>(endpoint, key, lease_seconds);
}

}  // namespace tutti::etcd
