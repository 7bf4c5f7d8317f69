// SPDX-License-Identifier: Apache-2.0
// HTTP requests by libcurl, which is opened when the first one is sent. Any number of threads may
// send at once; connections are kept and used again.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti::http {

/// Takes the body of a good answer piece by piece, with the place of each piece in it. Where the
/// request is sent again, the first piece comes again. A longer body fails.
struct BodySink {
  uint64_t bytes = 0;
  std::function<void(uint64_t at, std::string_view piece)> write;
};

struct Request {
  std::string method = "GET";
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string_view body = {};      // lives until the answer is there
  const BodySink* sink = nullptr;  // null: the body goes into the answer
  /// On a new connection: where a kept one breaks, libcurl sends the request again by itself.
  bool sent_once = false;
};

struct Answer {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
  uint64_t received = 0;  // bytes that went to Request::sink

  bool is_good() const { return status >= 200 && status < 300; }
  /// Empty where there is none.
  std::string header(const std::string& name) const;
};

/// No answer came, or half of one.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whether the same request may be answered otherwise later: 429, 503, ...
bool is_passing_status(int status);

struct Options {
  std::string ca_file;  // of certificates that are trusted; empty: the system's
  std::string ca_variable = "AWS_CA_BUNDLE";  // where a user says which they are
  long connect_seconds = 10;                  // for a connection
  long silence_seconds = 20;                  // without a byte, after which a request has failed
  long whole_seconds = 0;                     // for a request and its answer; 0: no limit
  bool goes_direct = false;                   // past any proxy of the environment
};

/// How often a request is sent again, and after how long.
struct Retries {
  int attempts = 10;
  double first_seconds = 0.2;  // doubled each time, times a random number below 1
  double most_seconds = 20;
};

class Client {
 public:
  explicit Client(Options options = {});
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Sends one request once. Throws an Failure where no whole answer came, a UserError of exit
  /// code 3 where libcurl is not installed, and what the sink throws.
  Answer send(const Request& request) const;

  /// Sends what `make` gives, anew for each attempt, because signatures have the time, until an
  /// answer comes that another attempt would not change. A UserError of exit code 5 says after the
  /// last attempt why `what` failed.
  Answer ask(const std::string& what, const std::function<Request()>& make,
             const Retries& retries = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tutti::http
