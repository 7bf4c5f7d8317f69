// SPDX-License-Identifier: Apache-2.0
// Inputs of a group that have fewer elements in memory than the group reads of them.
#pragma once

#include "backend/group/view.h"

namespace tutti::backend::cpu {

/// Whether a block has whole rows of so many lanes, which row splat functions can read.
bool fills_blocks(int64_t lanes);

/// Whether a view has the same elements in all tiles of `tile` elements.
bool repeats_tiles(const View& view, int64_t tile);

/// How many lanes in a row read the same element of a view that a row splat function can read where
/// it is, in tiles of `tile` elements; 1 where it cannot.
int64_t repeats_of(const View& view, int64_t tile);

}  // namespace tutti::backend::cpu
