// SPDX-License-Identifier: Apache-2.0
// What a training run keeps in memory at its peak, known before its first step from the programs
// that it will run. run_memory.h asks for it and says what to do where a run does not fit.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "data/loader.h"
#include "train/programs.h"

namespace tutti::train {

/// The largest shape of any batch of the steps [first, last). No more than 100,000 steps are looked
/// at: the batches of a longer run are drawn from the same lengths.
task::BatchShape largest_shape(data::Loader& loader, int64_t first, int64_t last);

/// The largest batches that a run computes.
struct RunShape {
  task::BatchShape micro_batch;
  int64_t accumulate = 1;  // micro-batches of a step on each device
  task::BatchShape evaluated = {};
  int64_t evaluated_batches = 0;  // of one evaluation; 0: there is none
  bool gradients_apart = false;   // a step of one micro-batch, too, keeps its sums for a while
  bool applies = true;            // false: moments are on another device, which changes the state
  bool copies_state = false;      // checkpoints are written while steps run, from a copy
};

/// Bytes on each device at the run's peak, by what they are for.
struct MemoryPlan {
  int64_t loaded = 0;          // by the process before the run: data, tokenizer, the libraries' own
  int64_t state = 0;           // parameters and, unless the host has them, moments
  int64_t gradients = 0;       // the sums that accumulation keeps at a time; 0 without accumulation
  int64_t copies_of_sums = 0;  // how many those are
  int64_t least_copies_of_sums = 0;  // and how many they would be in a step of one leaf
  int64_t step = 0;                  // temporaries and constants of a step, and its batch
  int64_t evaluation = 0;  // batch, outputs and copies; the temporaries of steps stay beside them
  int64_t resting = 0;     // temporaries that stay when steps and evaluations have ended
  int64_t saving = 0;      // the tensor that is being written to a checkpoint
  int64_t copy = 0;        // of the state, from which checkpoints are written while steps run
  int64_t apart = 0;       // moments that the host has, not counted in the total
  bool copy_is_apart = false;    // the host has the copy, not counted in the total either
  bool copy_is_lacking = false;  // there is no room for one

  /// Sums, an evaluation's outputs and its copies are freed before a checkpoint is written.
  int64_t total() const {
    return loaded + state + (copy_is_apart ? 0 : copy) +
           std::max({gradients + step, evaluation, resting + saving});
  }
};

/// A plan, or the answer that something does not fit.
struct Fit {
  std::optional<MemoryPlan> plan;  // empty if it does not fit
  /// Then a sentence without its full stop: what is needed, what is available, and what for.
  std::string lack = {};
};

/// Bytes of the parameters on each device, and of parameters and moments.
int64_t parameter_bytes(const step::StateLayout& layout);
int64_t state_bytes(const step::StateLayout& layout);
/// Bytes of parameters and moments on each device: without moments that the host has.
int64_t device_state_bytes(const Programs& programs);
/// Bytes of a checkpoint: the parameters that are trained, and their moments.
int64_t checkpoint_bytes(const step::StateLayout& layout);

/// Compiles the programs for a run's largest batches and adds up what they take. They do not fit
/// where one of them alone needs more than the device has. `loaded`, in bytes, is resident_memory()
/// before the state was made.
Fit plan_memory(Programs& programs, const RunShape& run, int64_t loaded);

/// The largest size below `most` that fits, found by bisection; 0 where not even 1 does.
int64_t largest_that_fits(int64_t most, const std::function<bool(int64_t)>& fits);

}  // namespace tutti::train
