// SPDX-License-Identifier: Apache-2.0
// --skip_passes and --dump_passes of a training.
#pragma once

#include <string_view>

#include "run/train_settings.h"
#include "train/programs.h"

namespace tutti::run {

/// Whether --skip_passes names a pass.
bool skips(const TrainSettings& settings, std::string_view pass);

/// --skip_passes and --dump_passes. Throws a UserError for an unknown pass.
train::PassControl pass_control(const TrainSettings& settings);

}  // namespace tutti::run
