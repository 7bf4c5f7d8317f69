// SPDX-License-Identifier: Apache-2.0
// The AdamW update (Loshchilov and Hutter, "Decoupled weight decay regularization"), with PyTorch's
// order of operations.
#pragma once

#include <cstdint>

#include "base/threads.h"

namespace tutti::kernel {

/// The factors of one update. They are doubles because 1 - beta2 in float32 has only four digits;
/// the kernel rounds each factor to float32 once.
struct AdamwStep {
  double learning_rate;
  double beta1;
  double beta2;
  double epsilon;
  double weight_decay;
  double correction1;  // 1 - beta1^t, t = 1 at the first update
  double correction2;  // 1 - beta2^t
  double clip;         // the factor by which clipping multiplies the gradient; 1 where it does not
};

/// Updates `count` parameters and their moments m and v in place:
///   g = clip * gradient
///   m = beta1 * m + (1 - beta1) * g
///   v = beta2 * v + (1 - beta2) * g^2
///   p = p * (1 - learning_rate * weight_decay)
///       - learning_rate / correction1 * m / (sqrt(v) / sqrt(correction2) + epsilon)
void adamw(Team& team, const AdamwStep& step, const float* gradient, float* parameter, float* m,
           float* v, int64_t count);

}  // namespace tutti::kernel
