// SPDX-License-Identifier: Apache-2.0
// What a training run carries from step to step: parameters, AdamW's moments, the step counter and
// the seed, with the same bits on each device that takes part.
#pragma once

#include "base/files.h"
#include "format/safetensors.h"
#include "model/weights.h"
#include "train/programs.h"

namespace tutti::train {

class TrainingState {
 public:
  /// Fresh moments, step 0, on the backend's first `replicas` devices. The backend must outlive the
  /// state.
  TrainingState(backend::Backend& backend, const task::Objective& objective,
                const model::Weights& weights, uint64_t seed, size_t replicas = 1);
  /// Reads what save() wrote, on whatever number of devices; a file that does not fit the objective
  /// is a UserError.
  TrainingState(backend::Backend& backend, const task::Objective& objective, const Path& folder,
                size_t replicas = 1);

  /// Writes model.safetensors and optimizer.safetensors, with one tensor at a time in host memory.
  void save(const Path& folder) const;
  /// Writes model.safetensors alone.
  void save_model(const Path& folder) const;
  std::vector<ir::Tensor> parameters() const;
  /// SHA-256 over every byte of the state.
  std::string hash() const;

  /// parameters, m, v, step, seed of each device: the first arguments of a step program.
  DeviceBuffers& replicas() { return buffers_; }
  /// Those of the first device.
  const std::vector<backend::Buffer>& buffers() const { return buffers_[0]; }
  size_t parameter_count() const { return objective_.parameters.size(); }

 private:
  void upload(const ir::Tensor& tensor);
  format::TensorSource source(const std::string& name, size_t buffer) const;

  backend::Backend& backend_;
  const task::Objective& objective_;
  DeviceBuffers buffers_;
};

}  // namespace tutti::train
