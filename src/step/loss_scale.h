// SPDX-License-Identifier: Apache-2.0
// Loss scaling: gradients of float16 are computed of a loss that is multiplied by a scale, so that
// small ones do not become 0. Where one is too large for float16 the step is left out, and the
// scale falls. Scale, tracker and the count of updates are part of the state, so that a device
// decides without its host.
#pragma once

#include <cstdint>
#include <string>

#include "ir/builder.h"

namespace tutti::step {

/// How the scale changes, as in torch.amp.GradScaler. Only `least` is our own, as DeepSpeed has it.
struct LossScale {
  double first = 65536;
  bool is_dynamic = true;  // otherwise the scale is always `first`
  double growth = 2;       // factor after growth_interval updates in a row
  double backoff = 0.5;    // factor after a step that was left out
  int64_t growth_interval = 2000;
  double least = 1;  // the scale does not fall below it
};

/// "dynamic from 65536, growing after 2000 updates", or "1024".
std::string description(const LossScale& options);

/// The part of the state that belongs to loss scaling: scalars.
struct LossScaleState {
  ir::Value updates;  // i32: steps that changed the parameters
  ir::Value tracker;  // i32: updates in a row since the scale changed
  ir::Value scale;    // float
};

/// The state after a step, of which the i1 `finite` says whether it updated the parameters.
LossScaleState emit_next_scale(ir::Builder& builder, const LossScale& options,
                               const LossScaleState& state, ir::Value finite);

/// What the sum of a micro-batch's losses is multiplied by before it is differentiated, and what
/// its gradients are multiplied by afterwards. They undo each other, without rounding where the
/// scale is a power of two. The factor is the scale / 2^k with 2^k >= weight > 2^(k-1), which is
/// about that of PyTorch's mean over the micro-batch; a weight below 1 counts as 1.
struct LossFactors {
  ir::Value scaling, unscaling;
};
LossFactors emit_loss_factors(ir::Builder& builder, ir::Value scale, ir::Value weight);

}  // namespace tutti::step
