// SPDX-License-Identifier: Apache-2.0
// What a machine can do: its matrix products alone, and its memory. The measures of a training
// step.
#pragma once

#include "backend/backend.h"
#include "train/programs.h"

namespace tutti::run {

/// What a second is: one of the clock, or one that a thread of this process had a processor. Of a
/// machine that others use too, the clock says little; of a device beside it the processor does.
enum class Seconds { of_clock, of_processor };

/// FLOP/s of the products of a training step over `tokens` tokens, forward and backward, each a
/// program of one product on the backend: the harmonic mean over their FLOPs. Products of
/// attention, which depend on the lengths of texts, are left out.
double product_rate(backend::Backend& backend, const task::Objective& objective, int64_t tokens,
                    step::StepOptions options, Seconds seconds = Seconds::of_clock);

/// Bytes/s of an elementwise sum of arrays far larger than the caches, reads and writes counted.
double memory_rate(backend::Backend& backend, Seconds seconds = Seconds::of_clock);

/// The multiple to which sizes are padded for the products of a step of so many tokens to be
/// faster, by measurement; 1 where no padding makes them faster by a fiftieth.
int64_t measured_padding(backend::Backend& backend, const task::Objective& objective,
                         int64_t tokens, step::StepOptions options);

}  // namespace tutti::run
