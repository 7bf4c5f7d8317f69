// SPDX-License-Identifier: Apache-2.0
// The state of a training run, which each step changes: parameters, AdamW's moments, the step
// counter, the seed and what loss scaling counts. Every device that takes part has a copy of it,
// all with the same bits.
#pragma once

#include "base/files.h"
#include "format/safetensors.h"
#include "model/weights.h"
#include "train/programs.h"

namespace tutti::train {

class TrainingState {
 public:
  using Scaling = std::optional<step::LossScale>;

  /// Fresh moments and step 0, a copy on each of the backend's first `devices` devices. The backend
  /// and the objective must outlive the state. `scaling` and `pad_to_multiple_of` are those of the
  /// programs that take the state; files have no padding.
  TrainingState(backend::Backend& backend, const task::Objective& objective,
                const model::Weights& weights, uint64_t seed, size_t devices = 1,
                const Scaling& scaling = {}, int64_t pad_to_multiple_of = 1);
  /// Reads what save() wrote; it may have had another number of devices, and no loss scaling, which
  /// then begins. A file that does not fit the objective is a UserError.
  TrainingState(backend::Backend& backend, const task::Objective& objective, const Path& folder,
                size_t devices = 1, const Scaling& scaling = {}, int64_t pad_to_multiple_of = 1);
  /// The same of an objective with adapters: `weights` are those of the frozen model with the
  /// adapter of `folder`.
  TrainingState(backend::Backend& backend, const task::Objective& objective,
                const model::Weights& weights, const Path& folder, size_t devices = 1,
                const Scaling& scaling = {}, int64_t pad_to_multiple_of = 1);

  /// Writes the model and optimizer.safetensors, with one tensor at a time in host memory.
  void save(const Path& folder) const;
  /// Writes model.safetensors or, of an objective with adapters, adapter_model.safetensors, which
  /// leaves out what was frozen.
  void save_model(const Path& folder) const;
  std::vector<ir::Tensor> parameters() const;
  /// SHA-256 over every byte of the state.
  std::string hash() const;
  /// SHA-256 of each field, in the order of the layout.
  std::vector<std::string> field_hashes() const;

  const step::StateLayout& layout() const { return layout_; }
  /// The copy of each device, in the order of the layout.
  DeviceBuffers& replicas() { return buffers_; }
  /// The copy of the first device.
  const std::vector<backend::Buffer>& buffers() const { return buffers_[0]; }

 private:
  TrainingState(backend::Backend& backend, const task::Objective& objective, size_t devices,
                const Scaling& scaling, int64_t pad_to_multiple_of);
  /// Uploads a tensor of the next field to all devices.
  void upload(const ir::Tensor& tensor);
  /// A field as files have it.
  ir::Tensor download(size_t field) const;
  void upload(const model::Weights& weights);
  void read_optimizer(const Path& folder, const Scaling& scaling);
  /// Either the fields that are parameters or all others, as a file takes them.
  std::vector<format::TensorSource> sources(bool parameters) const;

  backend::Backend& backend_;
  const std::vector<model::Parameter>& parameters_;
  bool has_adapters_;
  step::StateLayout files_;  // the layout without padding
  step::StateLayout layout_;
  DeviceBuffers buffers_;
};

}  // namespace tutti::train
