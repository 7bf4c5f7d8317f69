// SPDX-License-Identifier: Apache-2.0
// Signals that ask a training, or another long command, to stop.
#pragma once

#include "base/error.h"
#include "train/trainer.h"

namespace tutti::app {

/// Makes SIGTERM, SIGHUP, SIGUSR1 and the first Ctrl-C raise the flag; a second Ctrl-C ends the
/// program at once with exit code 130. Each signal shows `said`, which must stay valid, on stderr.
train::StopFlag& watch_signals(
    const char* said = "\nstopping: a step that runs is finished and saved first\n");

/// 130 after a Ctrl-C, 75 after another signal.
ExitCode code_of_stop();

}  // namespace tutti::app
