// SPDX-License-Identifier: Apache-2.0
// Tensors by name in a safetensors file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "format/safetensors.h"
#include "ir/tensor.h"

namespace tutti::model {

/// What safetensors calls an element type; a UserError for one the format does not have.
format::Dtype dtype_of(ir::ElementType element);

using NamedTensor = std::pair<std::string, ir::Tensor>;

/// A UserError for an element type the format does not have.
void write_tensors(const Path& file, const std::vector<NamedTensor>& tensors);

/// The tensor of that name; a UserError where it is missing or of another type.
ir::Tensor read_tensor(const format::SafetensorsFile& file, const std::string& name,
                       const ir::Type& type);

}  // namespace tutti::model
