// SPDX-License-Identifier: Apache-2.0
// Somebody on the way between two processes, who sees and changes what they send.
#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <thread>

#include "comm/socket.h"

namespace tutti::test {

class Relay {
 public:
  /// Gets what is on its way on one connection, in pieces, with the number of bytes that were there
  /// before; gives what is passed on, or nothing: then the connection ends.
  using Alter =
      std::function<std::optional<std::string>(bool from_caller, int64_t at, std::string bytes)>;

  /// Connects whoever connects with it with that port of this machine.
  Relay(int target, Alter alter) : target_(target), alter_(std::move(alter)) {
    thread_ = std::thread([this] { keep(); });
  }
  ~Relay() {
    ends_ = true;
    thread_.join();
  }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  int port() const { return comm::port_of(listener_); }

 private:
  static constexpr const char* kHost = "127.0.0.1";
  struct Way {
    comm::Socket from, to;
    int64_t passed = 0, returned = 0;
  };

  void keep() {
    while (!ends_) {
      std::vector<pollfd> waited = {{listener_.descriptor(), POLLIN, 0}};
      for (const Way& way : ways_)
        for (const comm::Socket* socket : {&way.from, &way.to})
          waited.push_back({socket->descriptor(), POLLIN, 0});
      ::poll(waited.data(), waited.size(), 5);
      ways_.remove_if([&](Way& way) {
        return !move(way.from, way.to, true, way.passed) ||
               !move(way.to, way.from, false, way.returned);
      });
      while (auto caller = comm::accept_from(listener_)) try {
          const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
          ways_.push_back({std::move(*caller), comm::connect_to(kHost, target_, end)});
        } catch (const std::runtime_error&) {  // nobody listens there yet
        }
    }
  }

  bool move(const comm::Socket& from, const comm::Socket& to, bool from_caller, int64_t& before) {
    char piece[65536];
    const ssize_t got = ::recv(from.descriptor(), piece, sizeof piece, MSG_DONTWAIT);
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return false;
    const auto bytes = alter_(from_caller, before, std::string(piece, static_cast<size_t>(got)));
    before += got;
    if (!bytes) return false;
    for (size_t at = 0; at < bytes->size();) {
      const ssize_t sent =
          ::send(to.descriptor(), bytes->data() + at, bytes->size() - at, MSG_NOSIGNAL);
      if (sent < 0 && errno != EAGAIN) return false;
      at += static_cast<size_t>(std::max<ssize_t>(sent, 0));
    }
    return true;
  }

  const int target_;
  const Alter alter_;
  comm::Socket listener_ = comm::listen_at(kHost, 0);
  std::list<Way> ways_;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

}  // namespace tutti::test
