// SPDX-License-Identifier: Apache-2.0
// A device that computes with a state which another backend keeps and changes. In a job of unlike
// devices the cpu of each process changes the state, so that all have the same bits, and a device
// of any kind computes gradients and evaluations.
#pragma once

#include "train/state.h"

namespace tutti::train {

class DeviceCopy {
 public:
  /// The programs are those of the device, and must outlive it.
  explicit DeviceCopy(Programs& programs);

  Programs& programs() { return programs_; }

  /// The arguments of @gradients before the batch, with the values that the state has now. `home`
  /// is the state's own backend. Parameters that are not trained are copied once.
  DeviceBuffers gradient_arguments(const TrainingState& state, backend::Backend& home);
  /// The arguments of @forward before the batch, likewise.
  std::vector<backend::Buffer> parameters(const TrainingState& state, backend::Backend& home);

  /// The state was replaced as a whole, so parameters that are not trained are copied again.
  void forget() { buffers_.clear(); }

 private:
  void copy(const TrainingState& state, backend::Backend& home, size_t field);
  void copy_parameters(const TrainingState& state, backend::Backend& home);

  Programs& programs_;
  std::vector<backend::Buffer> buffers_;  // in the order of the state; null: moments, not needed
};

}  // namespace tutti::train
