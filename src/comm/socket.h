// SPDX-License-Identifier: Apache-2.0
// TCP connections for a few short messages. The other end may be anybody: every wait has a
// deadline, and every message a maximum length. A message is a record (comm/record_seal.h),
// preceded by its length and a hash of the length. A change in transit ends the connection, so that
// nobody acts on damaged data or waits for the rest of a message with a wrong length.
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
  /// The numeric address of this end, of the other end, and the latter with its port: "10.0.0.1
  /// port 4711".
  std::string own_address() const;
  std::string peer_address() const;
  std::string peer_text() const;

  /// Sets the protection of all further messages; until then they only have hashes.
  void protect(Seals seals) { seals_ = std::move(seals); }
  /// Hands the seals to the code that sends and receives all further messages.
  Seals take_seals() { return std::move(seals_); }

  /// Each throws a std::runtime_error if the connection fails or the time is over.
  void send(const std::string& message, TimePoint end);
  std::string receive(size_t limit, TimePoint end);
  /// Reads available data without waiting; returns the message once it is complete.
  std::optional<std::string> poll_message(size_t limit);

 private:
  std::string peer(bool with_port) const;
  bool wait_for(short events, TimePoint end) const;
  /// Opens the message that has arrived.
  std::string open_message();

  int descriptor_ = -1;
  Seals seals_;
  std::string read_;  // part of the arriving message
};

/// The machine reports that nothing listens on that port.
class ConnectionRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Makes one attempt to connect. Throws a std::runtime_error that says why it failed.
Socket connect_to(const std::string& host, int port, TimePoint end);

/// A socket that accepts connections at `host`, or at every address of this machine if `host` is
/// not one of them. Port 0 means any free port. Throws a UserError if the port is taken.
Socket listen_at(const std::string& host, int port);

/// Ports on which a process may listen; by default any.
struct PortRange {
  int first = 0, last = 0;
};
/// Listens on the first free port of a range. Throws a UserError if none is free.
Socket listen_in(const std::string& host, const PortRange& ports);
/// Reserves a free port of `host` for a process that will listen_at() it: while the socket is open,
/// the system does not give out the port to requests for any free port.
Socket reserve_port(const std::string& host);
/// The port of a socket from listen_at() or reserve_port().
int port_of(const Socket& bound);
/// The next waiting connection, or nullopt.
std::optional<Socket> accept_from(const Socket& listener);

}  // namespace tutti::comm
