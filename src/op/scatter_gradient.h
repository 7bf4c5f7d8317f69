// SPDX-License-Identifier: Apache-2.0
// The gradients of scatters that add, multiply, replace or take extremes.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// sum: dx = dy, du = dy where u went; replacement: dx = dy except for the replaced elements, du
/// only for the updates that remain
void scatter_vjp(Vjp& v);

}  // namespace tutti::op
