// SPDX-License-Identifier: Apache-2.0
// The matrix products of a training step, as the step program has them: what a model's rate is
// counted in, and what a machine's rate is measured with.
#pragma once

#include <string_view>
#include <vector>

#include "data/batch.h"
#include "op/emit.h"
#include "step/step_program.h"

namespace tutti::train {

/// A dot_general, and how often a program has it.
struct Product {
  ir::Type left, right, result;
  op::DotNumbers numbers;
  int64_t count = 0;

  /// Of all its occurrences: a multiplication and an addition for each term of each sum.
  double flops() const;
  /// The least that all its occurrences read and write.
  double bytes() const;
  bool has_batch() const { return !numbers.lhs_batch.empty(); }
};

/// The products of one of the step program's functions, each distinct one once, fused operations
/// taken apart. A product in a loop counts as often as the loop goes round.
std::vector<Product> products_of(std::string_view function, const task::Objective& objective,
                                 const task::BatchShape& shape, const step::StepOptions& options);

/// What a part of a training computes with.
struct TokenCounts {
  double tokens = 0;
  double pairs = 0;    // of tokens of the same sequence
  double counted = 0;  // tokens that the loss is of

  TokenCounts& operator+=(const TokenCounts& other);
};
/// Those of a feature alone, without what fills up its row.
TokenCounts counts_of(const data::FeatureSource& source, int64_t feature);

/// FLOPs of forward and backward: of the products that each token takes part in, of those of
/// attention, for each pair, and of the logits of tokens that the loss is of, where it computes no
/// others. The backward of attention counts twice its forward, whatever it computes again.
struct TrainingFlops {
  double of_token = 0, of_pair = 0, of_counted = 0;

  double of(const TokenCounts& counts) const;
};
TrainingFlops training_flops(const task::Objective& objective);

}  // namespace tutti::train
