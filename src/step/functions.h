// SPDX-License-Identifier: Apache-2.0
// The names of the step program's functions, and what each computes.
#pragma once

#include <string_view>

namespace tutti::step {

/// (parameters, batch) -> outputs: what evaluation and prediction read.
inline constexpr std::string_view kForward = "forward";
/// (parameters, step, seed, batch) -> sums of one micro-batch. With loss scaling, the scale comes
/// after the seed.
inline constexpr std::string_view kGradients = "gradients";
/// (sums, sums) -> sums: adds those of two micro-batches.
inline constexpr std::string_view kMerge = "merge";
/// (state, sums) -> state, report: clips gradients, updates, counts the step.
inline constexpr std::string_view kApply = "apply";
/// (state, batch) -> state, report: @gradients and @apply for one micro-batch.
inline constexpr std::string_view kStep = "step";
/// (scalars, sums) -> scalars, report, ...: @apply without its AdamW, for a device whose host
/// updates parameters and moments.
inline constexpr std::string_view kPrepare = "prepare";

/// Whether a function depends on the batch's shape. The others take sums.
constexpr bool takes_batch(std::string_view function) {
  return function != kMerge && function != kApply && function != kPrepare;
}

}  // namespace tutti::step
