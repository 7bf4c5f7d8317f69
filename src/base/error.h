// SPDX-License-Identifier: Apache-2.0
// Errors. A user error says where, what was found, what is expected and how to mend it, and carries
// the exit code the program ends with; an internal error is a bug of ours.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace tutti {

enum class ExitCode {
  done = 0,
  check_failed = 1,     // ran, and a check failed
  usage = 2,            // wrong usage or input
  missing_backend = 3,  // a backend or device asked for is not here
  out_of_memory = 4,
  io = 5,            // a file or the network failed
  stopped = 75,      // stopped by a signal to be resumed; state is saved
  interrupted = 130  // interrupted by Ctrl-C; state is saved
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

/// Throws a UserError of exit code 2: "where: found ..., expected ...; how to mend".
template <typename... Args>
[[noreturn]] void user_error(fmt::format_string<Args...> format, Args&&... args) {
  throw UserError(ExitCode::usage, fmt::format(format, std::forward<Args>(args)...));
}

/// Throws a UserError of exit code 5: a file or the network failed.
template <typename... Args>
[[noreturn]] void io_error(fmt::format_string<Args...> format, Args&&... args) {
  throw UserError(ExitCode::io, fmt::format(format, std::forward<Args>(args)...));
}

/// Holds an invariant of ours; its failure is a bug, never a user's fault.
template <typename... Args>
void check(bool holds, fmt::format_string<Args...> format, Args&&... args) {
  if (!holds) throw InternalError(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace tutti
