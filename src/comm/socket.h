// SPDX-License-Identifier: Apache-2.0
// TCP connections of a few short messages. Whoever is at the other end may be anybody: every wait
// has an end, and every message a greatest length. A message is a record (comm/record_seal.h) with
// its length and a hash of that before it. What is changed on its way ends its connection, so that
// nobody acts on it or waits for the rest of a message that has another length.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "comm/record_seal.h"
#include "comm/time.h"

namespace tutti::comm {

class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor), seals_(hash_seals()) {}
  ~Socket();
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  /// The numeric address of this end, of the other, and of that with its port: "10.0.0.1 port
  /// 4711".
  std::string own_address() const;
  std::string peer_address() const;
  std::string peer_text() const;

  /// How messages are protected from now on; until then it is by hashes.
  void protect(Seals seals) { seals_ = std::move(seals); }
  /// Hands what protects the next messages to the code that sends and receives them from now on.
  Seals take_seals() { return std::move(seals_); }

  /// Each throws a std::runtime_error where the connection fails or the time is over.
  void send(const std::string& message, TimePoint end);
  std::string receive(size_t limit, TimePoint end);
  /// Reads what is there, without waiting: the message once all of it has come.
  std::optional<std::string> poll_message(size_t limit);

 private:
  std::string peer(bool with_port) const;
  bool wait_for(short events, TimePoint end) const;
  /// The message that has arrived.
  std::string open_message();

  int descriptor_ = -1;
  Seals seals_;
  std::string read_;  // of the message that arrives
};

/// The machine says that nobody listens at that port.
class ConnectionRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One attempt to connect; a std::runtime_error says why it failed.
Socket connect_to(const std::string& host, int port, TimePoint end);

/// A socket that takes connections at `host`, or at every address of this machine where `host` is
/// none of its own. Port 0 means any that is free. A UserError where the port is taken.
Socket listen_at(const std::string& host, int port);

/// Ports at which a process may listen; by default any.
struct PortRange {
  int first = 0, last = 0;
};
/// Listens at the first free port of a range. A UserError where none is free.
Socket listen_in(const std::string& host, const PortRange& ports);
/// A free port of `host`, for a process that will listen_at() it: as long as the socket is open,
/// the system gives the port to nobody who asks for any.
Socket reserve_port(const std::string& host);
/// The port of a socket that listen_at() or reserve_port() gave.
int port_of(const Socket& bound);
/// The next connection, or none that waits.
std::optional<Socket> accept_from(const Socket& listener);

}  // namespace tutti::comm
