// SPDX-License-Identifier: Apache-2.0
// The flags that say what a training computes in, and what it keeps meanwhile.
#pragma once

#include "backend/backend.h"
#include "run/step_settings.h"
#include "step/step_program.h"
#include "train/host_optimizer.h"

namespace tutti::run {

/// --precision, or --bf16 or --fp16, which mean the same; two that contradict are a UserError.
std::string named_precision(const StepSettings& settings);

/// --loss_scale of a training in that precision, which is a UserError where nothing is scaled.
std::optional<step::LossScale> loss_scale_of(const StepSettings& settings,
                                             pass::Precision precision);

/// --memory_budget, or --gradient_checkpointing; nothing where neither is given.
std::optional<pass::MemoryBudget> memory_budget_of(const StepSettings& settings);

/// --pad_to_multiple_of; 1 where it is not given, and for `auto`, which measured_padding() decides.
int64_t padding_of(const StepSettings& settings);

/// An --offload_optimizer FILE whose folder is not there is a UserError.
void expect_offload_folder(const StepSettings& settings);
/// Whether it takes the moments off that backend's devices, or out of their memory.
bool offloads_optimizer(const StepSettings& settings, const backend::Backend& backend);
train::HostPlace host_place(const StepSettings& settings, int threads);

}  // namespace tutti::run
