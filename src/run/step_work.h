// SPDX-License-Identifier: Apache-2.0
// The work of an optimizer step, by which the time of one training tells that of another.
#pragma once

#include "data/loader.h"
#include "step/state_layout.h"
#include "train/products.h"

namespace tutti::run {

/// FLOPs of a step's batches, with the filler of their rows.
double step_flops(const train::TrainingFlops& cost, data::Loader& loader, int64_t step);
/// A mean looks at no more steps than this.
inline constexpr int64_t kMostStepsCounted = 100'000;
/// The mean over steps [first, last), which must not be empty.
double mean_step_flops(const train::TrainingFlops& cost, data::Loader& loader, int64_t first,
                       int64_t last);

/// Bytes that an update by AdamW moves: it reads each trained parameter, its gradient and both
/// moments, and writes all but the gradient.
double update_bytes(const step::StateLayout& layout);

}  // namespace tutti::run
