// SPDX-License-Identifier: Apache-2.0
// Converts the flags of `tutti train` to options of its parts. Once the model is opened,
// max_seq_length has a value.
#pragma once

#include "backend/backend.h"
#include "run/train_settings.h"
#include "step/step_program.h"

namespace tutti::run {

/// The arguments with implied values filled in. Throws a UserError for contradictions.
TrainSettings resolved_settings(const TrainSettings& settings);

step::StepOptions step_options(const TrainSettings& settings, const backend::Backend& backend,
                               int64_t total_steps);

}  // namespace tutti::run
