// SPDX-License-Identifier: Apache-2.0
// Which micro-batches of an optimizer step the devices of this process compute.
#pragma once

#include "comm/tree.h"
#include "data/loader.h"
#include "train/programs.h"
#include "train/world.h"

namespace tutti::train {

/// How many micro-batches a step has: fewer than the loader's number at the end of an epoch.
int64_t micro_batches_of(data::Loader& loader, int64_t step);

/// Compiles what the micro-batches of a step need, so that no compiling is measured as a step.
void compile_step(Programs& programs, data::Loader& loader, int64_t step);

/// [round][device]: the micro-batches of a step for a process that is alone. Device d of N computes
/// micro-batch r N + d in round r. The batches of a round get one shape, as one program runs on all
/// devices of a process: filler makes the smaller ones as large, and batches without features fill
/// up the last round. The loader's number of micro-batches must be a multiple of the devices'.
std::vector<std::vector<data::Batch>> step_batches(data::Loader& loader, int64_t step,
                                                   const World& world);

/// The same for one device and the micro-batches [first, last). The shape of each, and so the bits
/// of its gradients, depend on no other.
std::vector<std::vector<data::Batch>> batches_between(data::Loader& loader, int64_t step,
                                                      int64_t first, int64_t last);

/// The micro-batches of some neighbouring leaves of a step (comm/tree.h).
struct NodeBatches {
  std::vector<std::vector<data::Batch>> rounds;
  std::vector<int64_t> leaf_sizes;  // how many of them each leaf has
};

/// Those of a node whose leaves are counted in `leaf_sizes`, which has all leaves of the step.
NodeBatches node_batches(data::Loader& loader, int64_t step, const comm::Node& node,
                         std::span<const int64_t> leaf_sizes);

}  // namespace tutti::train
