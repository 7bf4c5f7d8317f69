// SPDX-License-Identifier: Apache-2.0
// The flags of a training's precision and of the values it keeps.
#pragma once

#include "backend/backend.h"
#include "run/step_settings.h"
#include "step/step_program.h"
#include "train/host_optimizer.h"

namespace tutti::run {

/// --precision, or its synonyms --bf16 or --fp16. Throws a UserError if two contradict.
std::string named_precision(const StepSettings& settings);

/// --loss_scale of a training in that precision. Throws a UserError if that precision needs no
/// scale.
std::optional<step::LossScale> loss_scale_of(const StepSettings& settings,
                                             pass::Precision precision);

/// --memory_budget, or --gradient_checkpointing; nullopt if neither is given.
std::optional<pass::MemoryBudget> memory_budget_of(const StepSettings& settings);

/// --pad_to_multiple_of; 1 if not given, and for `auto`, which measured_padding() decides.
int64_t padding_of(const StepSettings& settings);

/// Throws a UserError if the folder of --offload_optimizer FILE does not exist.
void expect_offload_folder(const StepSettings& settings);
/// Whether it moves the moments off that backend's devices, or out of memory.
bool offloads_optimizer(const StepSettings& settings, const backend::Backend& backend);
train::HostPlace host_place(const StepSettings& settings, int threads);

}  // namespace tutti::run
