// SPDX-License-Identifier: Apache-2.0
// What `--backend auto` of a training means.
#pragma once

#include <string>

#include "base/error.h"
#include "run/train_settings.h"

namespace tutti::app {

/// Puts a backend's name in the place of `auto`. Of the devices that are seen in this machine and
/// have a plugin: that on which the training's steps are fastest. A process of its own tries each,
/// with `tutti estimate`, which plans the memory and measures two steps. Where no step can be
/// compared (an evaluation, --auto_find_batch_size): the first whose plugin works. Without such a
/// device: likewise of the cpu and what other plugins bring. The log says what was found, and warns
/// of a device that cannot be used. A UserError where the training fits on none, and for several
/// processes.
void choose_backend(run::TrainSettings& arguments, int64_t processes);

}  // namespace tutti::app
