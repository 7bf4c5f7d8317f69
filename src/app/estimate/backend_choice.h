// SPDX-License-Identifier: Apache-2.0
// Chooses the backend for a training's `--backend auto`.
#pragma once

#include <string>

#include "base/error.h"
#include "run/train_settings.h"

namespace tutti::app {

/// Replaces `auto` by a backend's name: of this machine's devices with a plugin, the one with the
/// fastest training steps. A separate process tries each with `tutti estimate`, which plans the
/// memory and measures two steps. If no step can be compared (an evaluation,
/// --auto_find_batch_size), chooses the first whose plugin works. Without such a device, chooses
/// likewise between the cpu and other plugins' devices. Logs the result, and warns of unusable
/// devices. Throws a UserError if the training fits on none, and for several processes.
void choose_backend(run::TrainSettings& arguments, int64_t processes);

}  // namespace tutti::app
