// SPDX-License-Identifier: Apache-2.0
// HTTP requests through libcurl, which is opened for the first one. Any number of threads may send
// concurrently; connections are reused.
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

/// Receives the body of a successful answer piece by piece, with each piece's offset. If the
/// request is repeated, it starts again at the first piece. A body longer than `bytes` fails.
struct BodySink {
  uint64_t bytes = 0;
  std::function<void(uint64_t at, std::string_view piece)> write;
};

struct Request {
  std::string method = "GET";
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string_view body = {};      // must live until the answer arrives
  const BodySink* sink = nullptr;  // null: the body goes into the answer
  /// Uses a new connection: libcurl itself repeats a request whose reused connection breaks.
  bool sent_once = false;
};

struct Answer {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
  uint64_t received = 0;  // bytes passed to Request::sink

  bool is_good() const { return status >= 200 && status < 300; }
  /// Empty if there is none.
  std::string header(const std::string& name) const;
};

/// No answer arrived, or only part of one.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whether the same request may succeed later: 429, 503, ...
bool is_passing_status(int status);

struct Options {
  std::string ca_file;                        // of trusted certificates; empty: the system's
  std::string ca_variable = "AWS_CA_BUNDLE";  // by which a user sets ca_file
  long connect_seconds = 10;                  // for a connection
  long silence_seconds = 20;                  // without a byte until a request fails
  long whole_seconds = 0;                     // for a request and its answer; 0: no limit
  bool goes_direct = false;                   // bypasses any proxy in the environment
};

/// How often a request is repeated, and after which pauses.
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

  /// Sends one request once. Throws a Failure if no complete answer arrived, a UserError of exit
  /// code 3 if libcurl is not installed, and anything the sink throws.
  Answer send(const Request& request) const;

  /// Repeats a request until its answer is final. Calls `make` for each attempt, because signatures
  /// contain the time. Throws a UserError of exit code 5 after the last attempt that says why
  /// `what` failed.
  Answer ask(const std::string& what, const std::function<Request()>& make,
             const Retries& retries = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tutti::http
