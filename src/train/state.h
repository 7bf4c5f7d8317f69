// SPDX-License-Identifier: Apache-2.0
// What a training run carries from step to step, on the device: parameters, AdamW's moments, the
// step counter and the seed.
#pragma once

#include "backend/backend.h"
#include "base/files.h"
#include "format/safetensors.h"
#include "model/weights.h"
#include "task/objective.h"

namespace tutti::train {

class TrainingState {
 public:
  /// Fresh moments, step 0. The backend must outlive the state.
  TrainingState(backend::Backend& backend, const task::Objective& objective,
                const std::vector<ir::Tensor>& parameters, uint64_t seed);
  /// Reads what save() wrote; a file that does not fit the objective is a UserError.
  TrainingState(backend::Backend& backend, const task::Objective& objective, const Path& folder);

  /// Writes model.safetensors and optimizer.safetensors, with one tensor at a time in host memory.
  void save(const Path& folder) const;
  /// Writes model.safetensors alone.
  void save_model(const Path& folder) const;
  std::vector<ir::Tensor> parameters() const;
  /// SHA-256 over every byte of the state.
  std::string hash() const;

  /// parameters, m, v, step, seed: the first arguments of a step program.
  std::vector<backend::Buffer>& buffers() { return buffers_; }
  size_t parameter_count() const { return objective_.parameters.size(); }

 private:
  void upload(const ir::Tensor& tensor);
  format::TensorSource source(const std::string& name, size_t buffer) const;

  backend::Backend& backend_;
  const task::Objective& objective_;
  std::vector<backend::Buffer> buffers_;
};

}  // namespace tutti::train
