// SPDX-License-Identifier: Apache-2.0
// Starts other programs.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace tutti {

/// Starts `words`, a program's path and its arguments, with the environment of this process, an
/// empty standard input, and the descriptors `out` and `error` as standard output and error. It
/// leads a process group of its own, so that kill(-id) reaches what it starts too. The caller waits
/// for its end. A program that cannot be started is a UserError of exit code 5.
pid_t start_process(const std::vector<std::string>& words, int out, int error);

}  // namespace tutti
