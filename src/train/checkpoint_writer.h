// SPDX-License-Identifier: Apache-2.0
// Writes the checkpoints of a training behind it: the state is copied at the end of a step, and a
// thread writes the copy while the next steps run.
#pragma once

#include <future>
#include <optional>

#include "train/checkpoint.h"
#include "train/state_copy.h"

namespace tutti::train {

/// What a checkpoint has beside the state, and which others are kept.
struct Checkpoint {
  int64_t step = 0;
  FillFolder fill_rest;  // writes all files but the state's; called by the thread that writes
  std::vector<int64_t> protect = {};  // as in write_checkpoint()
};

class CheckpointWriter {
 public:
  /// Into `output`, where `keep` checkpoints are left, as write_checkpoint() does it. Without
  /// `behind`, or where memory for a copy of the state is lacking, the caller waits for each. The
  /// state must outlive the object.
  CheckpointWriter(const TrainingState& state, Path output, int64_t keep, bool behind);
  /// Waits for the checkpoint that is being written. That it failed is a warning.
  ~CheckpointWriter();
  CheckpointWriter(const CheckpointWriter&) = delete;
  CheckpointWriter& operator=(const CheckpointWriter&) = delete;

  /// Takes the memory for copies of the state, so that it is not lacking later.
  void reserve();
  /// Begins to write a checkpoint of the state as it is now, which may change when this returns.
  /// Waits first until the one before is written, and throws what that one did.
  void begin(Checkpoint checkpoint);
  /// The same, and returns when the checkpoint is durable; it needs no copy of the state.
  void write(const Checkpoint& checkpoint);
  /// Waits until nothing is being written, and throws what the last checkpoint did.
  void wait();
  /// Throws what the last checkpoint did, if it has failed by now.
  void expect_no_failure();

 private:
  bool is_writing() const { return written_.valid(); }
  void wait_before(int64_t step);
  void write(const Checkpoint& checkpoint, const FillFolder& fill_state) const;

  const TrainingState& state_;
  const Path output_;
  const int64_t keep_;
  bool behind_;
  std::optional<StateCopy> copy_;
  int64_t step_ = -1;          // of the last checkpoint
  std::future<void> written_;  // that one, where it is written behind
};

}  // namespace tutti::train
