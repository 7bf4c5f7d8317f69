// SPDX-License-Identifier: Apache-2.0
// Ports for the processes of tests.
#pragma once

#include <vector>

#include "comm/socket.h"

namespace tutti::test {

/// A port of 127.0.0.1 for a process of this test, which no other test gets while this one runs.
inline int free_port() {
  static std::vector<comm::Socket> reserved;
  reserved.push_back(comm::reserve_port("127.0.0.1"));
  return comm::port_of(reserved.back());
}

}  // namespace tutti::test
