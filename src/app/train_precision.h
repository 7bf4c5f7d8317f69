// SPDX-License-Identifier: Apache-2.0
// The flags that say what a training computes in, and what it keeps meanwhile.
#pragma once

#include "app/commands.h"
#include "step/step_program.h"

namespace tutti::app {

/// --precision, or --bf16 or --fp16, which mean the same; two that contradict are a UserError.
std::string named_precision(const TrainArguments& arguments);

/// --loss_scale of a training in that precision, which is a UserError where nothing is scaled.
std::optional<step::LossScale> loss_scale_of(const TrainArguments& arguments,
                                             pass::Precision precision);

/// --memory_budget, or --gradient_checkpointing; nothing where neither is given.
std::optional<pass::MemoryBudget> memory_budget_of(const TrainArguments& arguments);

/// --pad_to_multiple_of; 1 where it is not given, and for `auto`, which measured_padding() decides.
int64_t padding_of(const TrainArguments& arguments);

}  // namespace tutti::app
