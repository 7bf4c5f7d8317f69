// SPDX-License-Identifier: Apache-2.0
// What `--backend auto` of a training means.
#pragma once

#include <string>

#include "app/commands.h"

namespace tutti::app {

/// Puts a backend's name in the place of `auto`: that on which the training's steps are fastest, of
/// the cpu and all PJRT plugins of this machine on which it fits. A process of its own tries each,
/// with `tutti estimate`, which plans the memory and measures two steps; the log says what was
/// found. A UserError where it fits on none, and for several processes.
void choose_backend(TrainArguments& arguments, int64_t processes);

}  // namespace tutti::app
