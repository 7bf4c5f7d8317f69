// SPDX-License-Identifier: Apache-2.0
// What goes wrong between this program and an MLflow server.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/error.h"

namespace tutti::tracking {

/// No answer came, or one that says that the same request may succeed later.
class ServerIsAway : public std::runtime_error {
 public:
  ServerIsAway(const std::string& message, int64_t retry_seconds)
      : std::runtime_error(message), retry_seconds_(retry_seconds) {}
  /// How long the server asks to be left alone; 0 where it does not say.
  int64_t retry_seconds() const { return retry_seconds_; }

 private:
  int64_t retry_seconds_;
};

/// The server answered that the request is wrong, which it would answer again.
class ServerRefused : public UserError {
 public:
  ServerRefused(const std::string& message, std::string code)
      : UserError(ExitCode::io, message), code_(std::move(code)) {}
  /// MLflow's error_code, such as RESOURCE_DOES_NOT_EXIST; empty where it gave none.
  const std::string& error_code() const { return code_; }

 private:
  std::string code_;
};

}  // namespace tutti::tracking
