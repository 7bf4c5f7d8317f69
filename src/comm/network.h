// SPDX-License-Identifier: Apache-2.0
// How this machine is connected: what to look at where processes do not find each other.
#pragma once

#include <string>
#include <vector>

namespace tutti::comm {

struct Interface {
  std::string name, address;  // "eth0", "10.0.0.1"
  bool is_loopback = false;
  long megabits = -1;  // a second, as the driver says; -1: it does not
};

/// The addresses of the interfaces that are up.
std::vector<Interface> interfaces();
/// The name of this machine.
std::string host_name();
/// The numeric addresses of a name; none where it has none.
std::vector<std::string> addresses_of(const std::string& name);

}  // namespace tutti::comm
