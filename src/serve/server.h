// SPDX-License-Identifier: Apache-2.0
// An HTTP server for one person on this machine, built on Boost.Beast and Asio. One thread serves
// all clients, so that a training beside it keeps its processors. A time limit covers a whole
// request; in evhttp and libmicrohttpd it covers one read, so a client that sent a byte now and
// then kept its connection.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>

#include "serve/message.h"

namespace tutti::serve {

struct ServerLimits {
  size_t head_bytes = size_t{16} << 10;        // of a request
  size_t body_bytes = size_t{128} << 10;       // of the form that it sends
  size_t connections = 64;                     // at a time
  std::chrono::milliseconds request{5'000};    // from the connection to the end of its request
  std::chrono::milliseconds response{30'000};  // for the client to receive the response
};

class Server {
 public:
  /// Listens on 127.0.0.1 only; port 0: any free port. Throws a UserError if the port is taken.
  explicit Server(int port, const ServerLimits& limits = {});
  ~Server();

  int port() const;

  /// Answers requests until `stop` is not 0. If there are too many connections, a new one replaces
  /// the one that has been sending its request for the longest time. An exception from `answer`
  /// becomes a response of status 500. `rest`, if any, is called several times a second.
  void run(const std::function<Response(const Request&)>& answer, const std::atomic<int>& stop,
           const std::function<void()>& rest = {});

 private:
  struct Listener;
  ServerLimits limits_;
  std::unique_ptr<Listener> listener_;
};

}  // namespace tutti::serve
