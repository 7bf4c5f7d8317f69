// SPDX-License-Identifier: Apache-2.0
// Errors between this program and an MLflow server.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/error.h"

namespace tutti::tracking {

/// No answer came, or one saying that the same request may succeed later.
class ServerIsAway : public std::runtime_error {
 public:
  ServerIsAway(const std::string& message, int64_t retry_seconds)
      : std::runtime_error(message), retry_seconds_(retry_seconds) {}
  /// The pause that the server requests; 0 if it does not say.
  int64_t retry_seconds() const { return retry_seconds_; }

 private:
  int64_t retry_seconds_;
};

/// The server rejected the request, and would reject it again.
class ServerRefused : public UserError {
 public:
  ServerRefused(const std::string& message, std::string code)
      : UserError(ExitCode::io, message), code_(std::move(code)) {}
  /// MLflow's error_code, such as RESOURCE_DOES_NOT_EXIST; empty if it gave none.
  const std::string& error_code() const { return code_; }

 private:
  std::string code_;
};

}  // namespace tutti::tracking
