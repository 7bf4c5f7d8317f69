// SPDX-License-Identifier: Apache-2.0
// --skip_passes and --dump_passes of a training.
#pragma once

#include <string_view>

#include "app/train_arguments.h"
#include "train/programs.h"

namespace tutti::app {

/// Whether --skip_passes names a pass.
bool skips(const TrainArguments& arguments, std::string_view pass);

/// --skip_passes and --dump_passes; a name that is no pass is a UserError.
train::PassControl pass_control(const TrainArguments& arguments);

}  // namespace tutti::app
