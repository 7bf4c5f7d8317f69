// SPDX-License-Identifier: Apache-2.0
// How this machine is connected, to diagnose processes that do not find each other.
#pragma once

#include <netdb.h>

#include <memory>
#include <string>
#include <vector>

namespace tutti::comm {

struct Interface {
  std::string name, address;  // "eth0", "10.0.0.1"
  bool is_loopback = false;
  long megabits = -1;  // per second, as the driver reports; -1: unknown
};

/// The addresses of the interfaces that are up.
std::vector<Interface> interfaces();
/// The numeric addresses at which other machines may reach this one; the loopback addresses if it
/// has no others.
std::vector<std::string> own_addresses();
/// The name of this machine.
std::string host_name();
/// The numeric addresses of a name; may be empty.
std::vector<std::string> addresses_of(const std::string& name);

using Addresses = std::unique_ptr<addrinfo, void (*)(addrinfo*)>;
/// The TCP addresses of a name; an empty name means every address of this machine. Throws a
/// std::runtime_error if it has none.
Addresses resolve(const std::string& host, int port);
/// "10.0.0.1"; `with_port`: "10.0.0.1 port 4711".
std::string numeric(const sockaddr* address, bool with_port = false);

}  // namespace tutti::comm
