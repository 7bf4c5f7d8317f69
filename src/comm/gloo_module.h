// SPDX-License-Identifier: Apache-2.0
// What the module that links Gloo offers. It and the program are built together, by one compiler.
#pragma once

#include <string>
#include <vector>

#include "comm/transport.h"

namespace tutti::comm {

/// A transport that has to be connected. Its functions throw std::exceptions.
class GlooTransport : public Transport {
 public:
  /// Where the others reach this process: bytes for each of them, by rank.
  virtual std::vector<std::string> addresses() const = 0;
  /// `addresses[r]` is where rank r expects this process.
  virtual void connect(const std::vector<std::string>& addresses) = 0;
};

inline constexpr const char* kOpenGloo = "tutti_open_gloo";
/// Each of the others has to answer within `limit` seconds.
using OpenGloo = GlooTransport*(int rank, int size, const char* address, double limit);

}  // namespace tutti::comm
