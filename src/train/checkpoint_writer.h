// SPDX-License-Identifier: Apache-2.0
// Asynchronous checkpoints: the state is copied at the end of a step, and a thread writes the copy
// while the next steps run. Several processes may write one together.
//
// A disk that fails or is full costs the checkpoint, and a warning says so. The training continues,
// as the next one may succeed, and as another process of a job would meet the same disk.
#pragma once

#include <future>
#include <optional>

#include "train/checkpoint.h"
#include "train/processes.h"
#include "train/state_copy.h"

namespace tutti::train {

/// The files of a checkpoint besides the state's, and which others are kept.
struct Checkpoint {
  int64_t step = 0;
  /// Writes all files but the state's; called by the thread that writes.
  std::function<void(const Path& folder)> fill_rest;
  std::vector<int64_t> protect = {};  // as in write_checkpoint()
};

struct CheckpointOptions {
  Path output;
  int64_t keep = 0;      // as in write_checkpoint()
  bool is_async = true;  // false: the caller waits for each checkpoint, and no copy is made
  /// Each of these writes a part of the state into the one folder, which all see; null: this
  /// process alone writes. Then all of them call every function below but those that say otherwise,
  /// at the same places.
  Processes* writers = nullptr;
};

class CheckpointWriter {
 public:
  /// The state must outlive the object.
  CheckpointWriter(const TrainingState& state, CheckpointOptions options);
  /// Waits for what this process is writing. That it failed is a warning.
  ~CheckpointWriter();
  CheckpointWriter(const CheckpointWriter&) = delete;
  CheckpointWriter& operator=(const CheckpointWriter&) = delete;

  /// Takes the memory for copies of the state, so that it is not lacking later. Where it is lacking
  /// now, that is a warning, and the caller waits for each checkpoint. Each process for itself.
  void reserve();
  /// Begins to write a checkpoint of the state as it is now, which may change when this returns.
  /// Waits first until the one before is written.
  void begin(Checkpoint checkpoint);
  /// Writes a checkpoint and returns when it is durable; it needs no copy of the state.
  void write(Checkpoint checkpoint);
  /// Waits until nothing is being written.
  void wait();
  /// An io_error where the last checkpoint could not be written.
  void expect_written() const;

  /// Whether this process is still writing. Each process for itself.
  bool is_writing() const;
  /// Warns in the log if this process's writing has failed by now. Each process for itself.
  void log_failure();
  /// Completes a checkpoint whose parts all processes have written.
  void complete_parts();
  /// Leaves a checkpoint incomplete if a process did not write its part. Each process calls it for
  /// itself, before it does anything else with the processes that are left.
  void abandon_parts();

 private:
  StatePart own_part() const;
  bool writes_rest() const { return !options_.writers || options_.writers->is_first(); }
  void wait_before(int64_t step);
  /// Nothing if the first process cannot make it.
  std::optional<Path> folder_of_all(int64_t step);
  /// The sums of the files that were written; nothing if the disk failed.
  std::optional<FileSums> take_written();
  void note_failure(const std::string& problem);
  void start(Checkpoint checkpoint, bool is_async);

  const TrainingState& state_;
  const CheckpointOptions options_;
  bool is_async_;
  std::optional<StateCopy> copy_;
  int64_t step_ = -1;                   // of the last checkpoint
  std::future<FileSums> written_;       // that one, or this process's part of it
  std::optional<std::string> problem_;  // why that one is not written
  std::optional<Checkpoint> parts_;     // that one, until all have written their parts of it
  std::atomic<bool> gives_up_ = false;
};

}  // namespace tutti::train
