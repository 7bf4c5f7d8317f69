// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti train` as the options of what it runs. Once the model is opened,
// max_seq_length has a value.
#pragma once

#include "backend/backend.h"
#include "run/train_settings.h"
#include "step/step_program.h"

namespace tutti::run {

/// The arguments as they are meant, with what follows from others; contradictions are UserErrors.
TrainSettings resolved_settings(const TrainSettings& settings);

step::StepOptions step_options(const TrainSettings& settings, const backend::Backend& backend,
                               int64_t total_steps);

}  // namespace tutti::run
