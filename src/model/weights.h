// SPDX-License-Identifier: Apache-2.0
// Reads the initial values of a model's parameters from Hugging Face's safetensors files.
#pragma once

#include <optional>

#include "format/sharded.h"
#include "ir/tensor.h"
#include "model/parameters.h"

namespace tutti::model {

/// The initial values of a model's parameters, each read or made on request.
class Weights {
 public:
  /// Makes new values for every parameter, which depend on the seed and the name of the parameter
  /// alone. `parameters` must live longer than this object.
  Weights(const std::vector<Parameter>& parameters, uint64_t seed);
  /// Takes values from `folder/model.safetensors` or its shards, or from a GGUF file, by the name
  /// of the parameter or else by its first alias that is there. Elements may be F32, F16, BF16 or
  /// F64. Throws a UserError for a tensor of another shape, and for a copy of a parameter that
  /// differs from it. Parameters that are missing get new values, and so do parts of a head that
  /// have another number of rows there, which mismatched() tells.
  Weights(const Path& folder_or_gguf, const std::vector<Parameter>& parameters, uint64_t seed);

  /// Takes the values of parameters that have a name in adapters from an adapter's file. A tensor
  /// that is missing, left over or of another shape is a UserError.
  void read_adapter(const Path& file);

  size_t size() const { return parameters_.size(); }
  /// Returns the number of the parameter with a name that the model has.
  size_t index_of(const std::string& name) const;
  /// Returns a tensor of `element` with the parameter's shape. Elements that the file has as such
  /// are not converted.
  ir::Tensor read(size_t parameter, ir::ElementType element = ir::ElementType::f32) const;
  /// Returns the tensor as a program of that type has it: its elements, or in bytes (ui8) the
  /// blocks that its file has.
  ir::Tensor read_kept(size_t parameter, const ir::Type& type) const;
  std::vector<ir::Tensor> read_all() const;
  /// Returns the type of a parameter's elements in its file; f32 for what is in none.
  ir::ElementType stored_as(size_t parameter) const;
  /// The blocks in which its file has a parameter; nothing if it has elements.
  std::optional<blocks::BlockType> blocks_of(size_t parameter) const;

  /// Returns the names of the model's parameters that its files lack, which get new values.
  std::vector<std::string> initialised() const;
  /// Whether those are whole parts of a head that is to be learned, or none.
  bool complete_but_for_head() const;
  /// Returns the parameters of a head that has another number of rows in the files, as they have
  /// it.
  std::vector<std::pair<const Parameter*, ir::Shape>> mismatched() const;
  /// Returns the names of tensors in the files that the model does not have.
  std::vector<std::string> unexpected() const;

 private:
  void find_copies(size_t parameter);
  /// Where the value of a parameter is; null if it is made.
  const format::TensorInfo* source_of(size_t parameter) const;

  const std::vector<Parameter>& parameters_;
  uint64_t seed_;
  std::optional<format::ShardedTensors> files_;
  std::vector<const format::TensorInfo*> found_;  // for each parameter; null if it is missing
  std::optional<format::SafetensorsFile> adapter_;
  std::vector<const format::TensorInfo*> in_adapter_;  // likewise, in the adapter's file
  std::vector<const format::TensorInfo*> copies_;
  std::vector<std::pair<size_t, const format::TensorInfo*>> mismatched_;
};

}  // namespace tutti::model
