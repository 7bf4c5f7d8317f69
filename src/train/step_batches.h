// SPDX-License-Identifier: Apache-2.0
// The batches of an optimizer step as one or several devices take them.
#pragma once

#include "data/loader.h"

namespace tutti::train {

/// [round][device]: micro-batch round * devices + device of the step, as far as there are any.
/// Those of a round have one shape, for one program runs on all devices: the smaller ones get
/// filler, and batches without features fill up the last round. The loader's micro-batches must be
/// a multiple of `devices`.
std::vector<std::vector<data::Batch>> step_batches(data::Loader& loader, int64_t step,
                                                   int64_t devices);

}  // namespace tutti::train
