// SPDX-License-Identifier: Apache-2.0
// A child process with a time limit.
#pragma once

#include <string>
#include <vector>

namespace tutti::backend::pjrt {

struct ChildResult {
  std::string out, error;  // the first 64 KiB of stdout, the last 2 KiB of stderr
  std::string end;         // "ended with code 1", "was ended by Aborted", "gave no answer in 20 s"
};

/// Runs a program, given as an absolute path and its arguments, with an empty stdin. If it is still
/// running after `seconds` it is killed together with its own children. A program that cannot be
/// started is a UserError of exit code 5.
ChildResult run_child(const std::vector<std::string>& words, double seconds);

/// How the child ended, and what it wrote to stderr, safe to show.
std::string end_text(const ChildResult& child);

}  // namespace tutti::backend::pjrt
