// SPDX-License-Identifier: Apache-2.0
// The state of a training run, which each step changes: parameters, AdamW's moments, the step
// counter, the seed and what loss scaling counts. Every device that takes part has a copy of it,
// all with the same bits.
#pragma once

#include "base/files.h"
#include "base/hash.h"
#include "format/safetensors.h"
#include "model/weights.h"
#include "train/host_optimizer.h"
#include "train/programs.h"

namespace tutti::train {

/// What programs want the state to be; files are the same for all forms.
struct StateForm {
  size_t devices = 1;  // each of the backend's first ones has a copy
  std::optional<step::LossScale> loss_scale = {};
  int64_t pad_to_multiple_of = 1;
  std::optional<HostPlace> moments = {};  // of StepOptions::host_optimizer
};
/// As the options of a step say.
StateForm form_of(const step::StepOptions& options, const HostPlace& moments = {});

/// What one of several writers writes of a state's files: the first one the model, and each a part
/// of the other fields, so that all write about as many bytes.
struct StatePart {
  int64_t index = 0;
  int64_t count = 1;

  bool operator==(const StatePart&) const = default;
};

/// Gives the bytes of a field of the state, as files have them, to `write`.
using WriteField = std::function<void(size_t field, const WritePiece& write)>;

class TrainingState {
 public:
  /// Fresh moments and step 0. The backend and the objective must outlive the state.
  TrainingState(backend::Backend& backend, const task::Objective& objective,
                const model::Weights& weights, uint64_t seed, const StateForm& form = {});
  /// Reads what save() wrote; it may have had another number of devices, and no loss scaling, which
  /// then begins. A file that does not fit the objective is a UserError.
  TrainingState(backend::Backend& backend, const task::Objective& objective, const Path& folder,
                const StateForm& form = {});
  /// The same of an objective with adapters: `weights` are those of the frozen model with the
  /// adapter of `folder`.
  TrainingState(backend::Backend& backend, const task::Objective& objective,
                const model::Weights& weights, const Path& folder, const StateForm& form = {});

  /// Writes the model and optimizer.safetensors, with one tensor at a time in host memory. Of
  /// several parts each writes optimizer-<part>-of-<count>.safetensors, and the first one also the
  /// index of these files. Says what it wrote.
  FileSums save(const Path& folder, const StatePart& part = {}) const;
  /// The same of values from elsewhere: `write_field` is called for each of saved_fields().
  FileSums save(const Path& folder, const StatePart& part, const WriteField& write_field) const;
  /// The fields that save() writes: parameters that an adapter leaves out are in no file.
  std::vector<size_t> saved_fields(const StatePart& part = {}) const;
  /// Bytes of a field in its file, which has no padding.
  int64_t saved_bytes(size_t field) const { return files_.state()[field].type.bytes(); }
  /// Copies a field as its file has it to `out`, which has exactly saved_bytes().
  void copy_saved(size_t field, std::span<std::byte> out) const;
  /// Writes model.safetensors or, of an objective with adapters, adapter_model.safetensors, which
  /// leaves out what was frozen.
  void save_model(const Path& folder) const;
  std::vector<ir::Tensor> parameters() const;
  /// SHA-256 over every byte of the state.
  std::string hash() const;
  /// SHA-256 of each field, in the order of the layout.
  std::vector<std::string> field_hashes() const;

  /// A field as the first device or the host has it, padding included.
  ir::Tensor read(size_t field) const;
  /// Gives the state other values, as read() gives them.
  void replace(const std::vector<ir::Tensor>& fields);

  const step::StateLayout& layout() const { return layout_; }
  /// What has the moments beside the devices; null if each device has its own.
  HostOptimizer* host() const { return host_.get(); }
  /// The copy of each device, in the order of the layout. Fields that the host has are null.
  DeviceBuffers& replicas() { return buffers_; }
  /// The arguments of @gradients before the batch, on each device. A step consumes parameters, so
  /// these have to be gone before it.
  DeviceBuffers gradient_arguments() const;
  /// The copy of the first device.
  const std::vector<backend::Buffer>& buffers() const { return buffers_[0]; }

 private:
  TrainingState(backend::Backend& backend, const task::Objective& objective, const StateForm& form);
  /// Uploads a tensor of the next field to all devices, or to the host.
  void upload(const ir::Tensor& tensor);
  /// A field as files have it.
  ir::Tensor download(size_t field) const;
  void upload(const model::Weights& weights);
  void read_optimizer(const Path& folder, const StateForm& form);
  /// The name of a field in its file; empty: it is in none.
  std::string saved_name(size_t field) const;
  /// The part that writes each of the fields that are no parameters.
  std::map<size_t, int64_t> parts_of_fields(int64_t count) const;
  /// Writes the saved fields of a part that are parameters, or those that are not.
  FileSum write(const Path& file, const StatePart& part, bool parameters,
                const WriteField& write_field) const;
  FileSum save_model(const Path& folder, const WriteField& write_field) const;
  /// Writes which file has which field.
  void write_index(const Path& folder, int64_t count) const;
  WriteField own_values() const;

  backend::Backend& backend_;
  const std::vector<model::Parameter>& parameters_;
  bool has_adapters_;
  step::StateLayout files_;  // the layout without padding
  step::StateLayout layout_;
  DeviceBuffers buffers_;
  std::unique_ptr<HostOptimizer> host_;
};

}  // namespace tutti::train
