// SPDX-License-Identifier: Apache-2.0
// The state of a training run, which each step changes: parameters, AdamW's moments, the step
// counter and the seed. Every device that takes part has a copy of it, all with the same bits.
#pragma once

#include "base/files.h"
#include "format/safetensors.h"
#include "model/weights.h"
#include "train/programs.h"

namespace tutti::train {

class TrainingState {
 public:
  /// Fresh moments and step 0, a copy on each of the backend's first `devices` devices. The backend
  /// must outlive the state.
  TrainingState(backend::Backend& backend, const task::Objective& objective,
                const model::Weights& weights, uint64_t seed, size_t devices = 1);
  /// Reads what save() wrote; it may have had another number of devices. A file that does not fit
  /// the objective is a UserError.
  TrainingState(backend::Backend& backend, const task::Objective& objective, const Path& folder,
                size_t devices = 1);

  /// Writes model.safetensors and optimizer.safetensors, with one tensor at a time in host memory.
  void save(const Path& folder) const;
  /// Writes model.safetensors alone.
  void save_model(const Path& folder) const;
  std::vector<ir::Tensor> parameters() const;
  /// SHA-256 over every byte of the state.
  std::string hash() const;

  const step::StateLayout& layout() const { return layout_; }
  /// The copy of each device, in the order of the layout.
  DeviceBuffers& replicas() { return buffers_; }
  /// The copy of the first device.
  const std::vector<backend::Buffer>& buffers() const { return buffers_[0]; }

 private:
  void upload(const ir::Tensor& tensor);
  /// Either the fields that are parameters or all others, as a file takes them.
  std::vector<format::TensorSource> sources(bool parameters) const;

  backend::Backend& backend_;
  step::StateLayout layout_;
  DeviceBuffers buffers_;
};

}  // namespace tutti::train
