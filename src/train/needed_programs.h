// SPDX-License-Identifier: Apache-2.0
// The programs of a training, known before its first step from what its data need.
#pragma once

#include <string_view>
#include <vector>

#include "data/loader.h"
#include "train/programs.h"
#include "train/world.h"

namespace tutti::train {

/// A function of the step program for batches of a shape; see Programs::get().
struct NeededProgram {
  std::string_view function;  // one of step/functions.h
  task::BatchShape shape;     // nothing if the function takes no batch
};

/// The batches of a longer run are drawn from the same lengths.
inline constexpr int64_t kStepsLookedAt = 100'000;

/// What the steps [0, steps) run, each once, in the order of their first use. Of a training that is
/// shared among processes it lists what each of them may have to run. No more than
/// kStepsLookedAt steps are looked at.
std::vector<NeededProgram> needed_programs(const Programs& programs, data::Loader& loader,
                                           int64_t steps, const World& world);

}  // namespace tutti::train
