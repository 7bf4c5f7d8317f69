// SPDX-License-Identifier: Apache-2.0
// A copy of a training's state in the host's memory, from which a checkpoint is written while steps
// change the state.
#pragma once

#include <atomic>

#include "base/mapped_memory.h"
#include "train/state.h"

namespace tutti::train {

class StateCopy {
 public:
  /// Takes the memory for a copy, which all copies use again; too little of it is a UserError of
  /// exit code 4. Of the state, only what `part` writes is copied. The state must outlive the
  /// object.
  explicit StateCopy(const TrainingState& state, const StatePart& part = {});

  const StatePart& part() const { return part_; }

  /// Copies the state as it is now.
  void take();
  /// Writes what TrainingState::save() would have written when the copy was taken. Any thread may
  /// call it, also while the state changes. Where `gives_up` becomes true, it ends with an error.
  FileSums save(const Path& folder, const std::atomic<bool>& gives_up) const;

 private:
  struct Place {
    size_t begin = 0, bytes = 0;  // in memory_
  };
  std::span<std::byte> bytes_of(size_t field) const;

  const TrainingState& state_;
  const StatePart part_;
  std::map<size_t, Place> places_;  // by field
  MappedMemory memory_;
};

}  // namespace tutti::train
