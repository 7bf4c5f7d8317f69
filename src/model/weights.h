// SPDX-License-Identifier: Apache-2.0
// A model's parameters from and to Hugging Face's safetensors files.
#pragma once

#include "base/files.h"
#include "ir/tensor.h"
#include "model/parameters.h"

namespace tutti::model {

struct Weights {
  std::vector<ir::Tensor> tensors;       // f32, one for each parameter, in their order
  std::vector<std::string> initialised;  // parameters the files lack: first values from the seed
  std::vector<std::string> unexpected;   // tensors of the files that the model does not have
};

/// Reads `folder/model.safetensors` or its shards. Names stand there with or without the "bert."
/// prefix, and LayerNorm's as weight and bias or gamma and beta; elements are F32, F16, BF16 or
/// F64. A tensor of another shape is a UserError.
Weights load_weights(const Path& folder, const std::vector<Parameter>& parameters, uint64_t seed);

/// First values for every parameter: a function of the seed and the parameter's name.
Weights initial_weights(const std::vector<Parameter>& parameters, uint64_t seed);

}  // namespace tutti::model
