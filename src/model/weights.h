// SPDX-License-Identifier: Apache-2.0
// A model's parameters from and to Hugging Face's safetensors files.
#pragma once

#include <optional>

#include "format/sharded.h"
#include "ir/tensor.h"
#include "model/parameters.h"

namespace tutti::model {

/// A model's parameters before training, read or made one at a time.
class Weights {
 public:
  /// First values for every parameter: a function of the seed and the parameter's name. The
  /// parameters must outlive it.
  Weights(const std::vector<Parameter>& parameters, uint64_t seed);
  /// Those of `folder/model.safetensors` or its shards, by name or else by the first alias that is
  /// there. Elements are F32, F16, BF16 or F64. A tensor of another shape is a UserError.
  Weights(const Path& folder, const std::vector<Parameter>& parameters, uint64_t seed);

  size_t size() const { return parameters_.size(); }
  /// f32, of the parameter's shape.
  ir::Tensor read(size_t parameter) const;
  std::vector<ir::Tensor> read_all() const;

  /// Parameters that the files lack: they get first values.
  std::vector<std::string> initialised() const;
  /// Whether those are whole parts of a head that is to be learned, or none.
  bool complete_but_for_head() const;
  /// Tensors of the files that the model does not have.
  std::vector<std::string> unexpected() const;

 private:
  const std::vector<Parameter>& parameters_;
  uint64_t seed_;
  std::optional<format::ShardedTensors> files_;
  std::vector<const format::TensorInfo*> found_;  // of each parameter; null: none
};

}  // namespace tutti::model
