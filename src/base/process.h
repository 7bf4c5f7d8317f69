// SPDX-License-Identifier: Apache-2.0
// Starts other programs.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"

namespace tutti {

/// The descriptors of a process's standard streams.
struct ProcessFiles {
  int out;
  int error;
  int in = -1;  // -1: an empty input
};

/// Starts `words`, a program and its arguments, with the environment of this process. A name
/// without a slash is looked for on the PATH. No signal is ignored, as this process ignores some.
/// It leads a process group of its own, so that kill(-id) reaches what it starts too. The caller
/// waits for its end. Gives nothing where there is no such program; one that cannot be started is a
/// UserError of exit code 5.
std::optional<pid_t> start_process_if_there(const std::vector<std::string>& words,
                                            const ProcessFiles& files);

/// The same; that there is no such program is a UserError too.
pid_t start_process(const std::vector<std::string>& words, const ProcessFiles& files);

}  // namespace tutti
