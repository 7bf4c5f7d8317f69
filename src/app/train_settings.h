// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti train` as the options of what it runs. Once the model is opened,
// max_seq_length has a value.
#pragma once

#include "app/train_arguments.h"
#include "backend/backend.h"
#include "step/step_program.h"

namespace tutti::app {

/// The arguments as they are meant, with what follows from others; contradictions are UserErrors.
TrainArguments resolved_arguments(const TrainArguments& arguments);

step::StepOptions step_options(const TrainArguments& arguments, const backend::Backend& backend,
                               int64_t total_steps);

}  // namespace tutti::app
