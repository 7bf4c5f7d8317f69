// SPDX-License-Identifier: Apache-2.0
// An HTTP server for one person on this machine. It is ours because the libraries that Debian has
// give each connection a thread and each read a time: clients that send a byte now and then take
// all threads, and a training beside it loses its processors. Here one thread serves all, and it
// is a whole request that has a time.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "base/descriptor.h"
#include "serve/message.h"

namespace tutti::serve {

struct ServerLimits {
  size_t head_bytes = size_t{16} << 10;        // of a request
  size_t body_bytes = size_t{128} << 10;       // of the form that it sends
  size_t connections = 64;                     // at a time
  std::chrono::milliseconds request{5'000};    // from the connection to the end of its request
  std::chrono::milliseconds response{30'000};  // for the client to take the answer
};

class Server {
 public:
  /// Listens on 127.0.0.1 alone; port 0 is any that is free. A UserError where the port is taken.
  explicit Server(int port, const ServerLimits& limits = {});

  int port() const { return port_; }

  /// Answers requests until `stop` is not 0. Where there are too many connections, a new one takes
  /// the place of that which has been sending its request for the longest time. What `answer`
  /// throws becomes an answer of status 500. `rest`, if any, is called several times a second.
  void run(const std::function<Response(const Request&)>& answer, const std::atomic<int>& stop,
           const std::function<void()>& rest = {});

 private:
  ServerLimits limits_;
  Descriptor listener_;
  int port_ = 0;
};

}  // namespace tutti::serve
