// SPDX-License-Identifier: Apache-2.0
// Which micro-batches of an optimizer step the devices of this process compute.
#pragma once

#include "data/loader.h"
#include "train/world.h"

namespace tutti::train {

/// [round][device of this process]: the micro-batches that World::place gives it, as long as the
/// step has any. The batches of a round get one shape, as one program runs on all devices of a
/// process: filler makes the smaller ones as large, and batches without features fill up the last
/// round. The loader's number of micro-batches must be a multiple of world.size().
std::vector<std::vector<data::Batch>> step_batches(data::Loader& loader, int64_t step,
                                                   const World& world);

}  // namespace tutti::train
