// SPDX-License-Identifier: Apache-2.0
// A copy of a training's state in the host's memory, from which a checkpoint is written while steps
// change the state.
#pragma once

#include "base/mapped_memory.h"
#include "train/state.h"

namespace tutti::train {

class StateCopy {
 public:
  /// Takes the memory for a copy, which all copies use again; too little of it is a UserError of
  /// exit code 4. The state must outlive the object.
  explicit StateCopy(const TrainingState& state);

  /// Copies the state as it is now.
  void take();
  /// Writes what TrainingState::save() would have written when the copy was taken. Any thread may
  /// call it, also while the state changes.
  void save(const Path& folder) const;

 private:
  struct Part {
    size_t begin = 0, bytes = 0;  // in memory_
  };
  std::span<std::byte> part(size_t field) const;

  const TrainingState& state_;
  std::map<size_t, Part> parts_;  // by field
  MappedMemory memory_;
};

}  // namespace tutti::train
