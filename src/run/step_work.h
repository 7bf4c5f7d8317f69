// SPDX-License-Identifier: Apache-2.0
// The work of an optimizer step, to predict one training's time from another's.
#pragma once

#include "data/loader.h"
#include "step/state_layout.h"
#include "train/products.h"

namespace tutti::run {

/// FLOPs of a step's batches, including padding.
double step_flops(const train::TrainingFlops& cost, data::Loader& loader, int64_t step);
/// The maximum number of steps in a mean.
inline constexpr int64_t kMostStepsCounted = 100'000;
/// The mean over steps [first, last), which must not be empty.
double mean_step_flops(const train::TrainingFlops& cost, data::Loader& loader, int64_t first,
                       int64_t last);

/// Bytes that an AdamW update moves: it reads each trained parameter, its gradient and both
/// moments, and writes all except the gradient.
double update_bytes(const step::StateLayout& layout);

}  // namespace tutti::run
