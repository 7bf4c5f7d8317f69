// SPDX-License-Identifier: Apache-2.0
// Which groups the CPU computes tile by tile.
#pragma once

#include "backend/group/group.h"

namespace tutti::backend::cpu {

/// Operations that kernels compute block by block, and products whose kernel adds a bias.
const GroupPolicy& group_policy();

}  // namespace tutti::backend::cpu
