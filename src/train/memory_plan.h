// SPDX-License-Identifier: Apache-2.0
// The memory of a whole training run, known before its first step.
#pragma once

#include <algorithm>
#include <functional>

#include "data/loader.h"
#include "train/programs.h"

namespace tutti::train {

/// The largest shape of any batch of the run's steps [first, last). A run of more than 100,000
/// steps is looked at that far; the batches behind are drawn from the same lengths.
task::BatchShape largest_shape(data::Loader& loader, int64_t first, int64_t last);

/// The largest that a run computes at a time.
struct RunShape {
  task::BatchShape micro_batch;
  int64_t accumulate = 1;  // micro-batches of a step on each device
  task::BatchShape evaluated = {};
  int64_t evaluated_batches = 0;  // of an evaluation; 0: there is none
};

/// Bytes at the run's peak, by what they are for.
struct MemoryPlan {
  int64_t loaded = 0;      // by the process before the run: data, tokenizer, libraries' own
  int64_t state = 0;       // parameters and moments
  int64_t gradients = 0;   // sums that accumulation keeps at a time; none without
  int64_t step = 0;        // temporaries and constants of a step, and its batch
  int64_t evaluation = 0;  // between steps, whose temporaries stay: batch, outputs, copies
  int64_t saving = 0;      // the tensor that is being written to a checkpoint

  int64_t total() const { return loaded + state + std::max(gradients + step, evaluation) + saving; }
};

/// Bytes of the parameters, and of them and their moments, on each device.
int64_t parameter_bytes(const step::StateLayout& layout);
int64_t state_bytes(const step::StateLayout& layout);

/// Compiles what the run's largest shapes need and adds up what they take on each device. `loaded`
/// is what resident_memory() said before the state was made. A program that alone passes the
/// device's limit is a UserError of exit code 4.
MemoryPlan plan_memory(Programs& programs, const RunShape& run, int64_t loaded);

/// Whether what is planned does not end as a UserError of exit code 4.
bool fits_in_memory(const std::function<void()>& plan);
/// The largest size below `most` whose plan fits; 0 if not even 1 does.
int64_t largest_that_fits(int64_t most, const std::function<void(int64_t)>& plan);

/// Whether the system would give so many bytes now, untouched: a limit on the address space also
/// counts what the allocator and the threads reserve and never use, which no plan knows.
bool can_allocate(int64_t bytes);

/// Gives the system back what the allocator holds but nobody uses: loading and compiling leave tens
/// of megabytes that the plan does not count.
void release_free_memory();

/// Bytes of memory that the process holds, code and mapped files apart; 0 where the system does not
/// say (no /proc).
int64_t resident_memory();
/// The most it has held.
int64_t peak_resident_memory();

}  // namespace tutti::train
