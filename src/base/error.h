// SPDX-License-Identifier: Apache-2.0
// The two kinds of errors. A user error says where something is wrong, what was found, what was
// expected and how to fix it; it carries the exit code of the program. An internal error is a bug
// in Tutti.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace tutti {

enum class ExitCode {
  done = 0,
  check_failed = 1,     // the program ran, and what it checked is not so
  usage = 2,            // wrong usage or input
  missing_backend = 3,  // this machine lacks the requested backend or device
  out_of_memory = 4,
  io = 5,            // a file or the network failed
  stopped = 75,      // a signal stopped it; the state is saved, and the run can be resumed
  interrupted = 130  // Ctrl-C stopped it; the state is saved
};

class UserError : public std::runtime_error {
 public:
  UserError(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws a UserError with exit code 2. Its text has the form "where: found ..., expected ...; how
/// to fix it".
template <typename... Args>
[[noreturn]] void user_error(fmt::format_string<Args...> format, Args&&... args) {
  throw UserError(ExitCode::usage, fmt::format(format, std::forward<Args>(args)...));
}

/// Throws a UserError with exit code 5, for a file or a network that failed.
template <typename... Args>
[[noreturn]] void io_error(fmt::format_string<Args...> format, Args&&... args) {
  throw UserError(ExitCode::io, fmt::format(format, std::forward<Args>(args)...));
}

/// Throws an InternalError unless the condition is true. It checks our own invariants, so that a
/// failure is a bug and never the user's fault.
template <typename... Args>
void check(bool holds, fmt::format_string<Args...> format, Args&&... args) {
  if (!holds) throw InternalError(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace tutti
