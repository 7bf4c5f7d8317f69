// SPDX-License-Identifier: Apache-2.0
// The gradient of dot_general, whose sides are products themselves.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// z = x y: dx = dz y^T, dy = x^T dz, each over the other side's free axes
void dot_general_vjp(Vjp& v);

}  // namespace tutti::op
