// SPDX-License-Identifier: Apache-2.0
// The stack that a program runs on.
#pragma once

#include <functional>

namespace tutti {

/// Runs `work` with as much stack as Linux usually gives a program, and lets threads that it starts
/// have as much: where the user's limit (`ulimit -s`) is lower, in a thread of its own. A stack
/// that cannot grow because memory is missing ends the process with a signal, so that what any work
/// needs of it is taken at the beginning.
void run_with_stack(const std::function<void()>& work);

}  // namespace tutti
