// SPDX-License-Identifier: Apache-2.0
// The interface of the module that links Gloo. One compiler builds it together with the program.
#pragma once

#include <string>
#include <vector>

#include "comm/transport.h"

namespace tutti::comm {

/// A transport that needs connect() before use. Its functions throw std::exceptions.
class GlooTransport : public Transport {
 public:
  /// The address of this process for each of the others: bytes, by rank.
  virtual std::vector<std::string> addresses() const = 0;
  /// `addresses[r]` is where rank r expects this process.
  virtual void connect(const std::vector<std::string>& addresses) = 0;
};

inline constexpr const char* kOpenGloo = "tutti_open_gloo";
/// Each of the others must answer within `limit` seconds.
using OpenGloo = GlooTransport*(int rank, int size, const char* address, double limit);

}  // namespace tutti::comm
