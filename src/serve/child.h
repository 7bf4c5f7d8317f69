// SPDX-License-Identifier: Apache-2.0
// A command that the page has started and whose output it shows: an estimate, an answer, a
// conversation.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/process.h"

namespace tutti::serve {

class Child {
 public:
  /// Starts a program with its arguments. One that `listens` has an input, for say(); another has
  /// an empty one.
  explicit Child(const std::vector<std::string>& words, bool listens = false);
  /// Ends what still runs, with all that it has started.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Whether it runs.
  bool runs();
  /// How it has ended: its exit code, or 128 and the number of the signal that ended it.
  int exit_code() const { return exit_code_; }
  std::chrono::seconds age() const;
  /// What it has written so far to its output and to its error output, of each the last 256 KiB.
  std::string out() const;
  std::string error() const;
  /// Gives it a line. False where it does not take it now.
  bool say(const std::string& line);

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Descriptor out_, error_;             // files in memory
  std::unique_ptr<Descriptor> input_;  // none where it does not listen
  pid_t process_ = 0;                  // 0: it has ended
  int exit_code_ = 0;
};

/// The exit code of a process that has ended, from what waitpid() gave.
int exit_code_of(int status);

}  // namespace tutti::serve
