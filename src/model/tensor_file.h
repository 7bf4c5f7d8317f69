// SPDX-License-Identifier: Apache-2.0
// Writes named tensors into a safetensors file and reads them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "format/sharded.h"
#include "ir/tensor.h"

namespace tutti::model {

/// Returns the safetensors name of an element type. Throws a UserError if the format does not have
/// it.
format::Dtype dtype_of(ir::ElementType element);

/// The file of an adapter's tensors, in its folder.
inline constexpr const char* kAdapterFile = "adapter_model.safetensors";

using NamedTensor = std::pair<std::string, ir::Tensor>;

/// Throws a UserError for an element type that the format does not have.
void write_tensors(const Path& file, const std::vector<NamedTensor>& tensors);

/// Returns the tensor of that name. Throws a UserError if it is missing or has another type.
ir::Tensor read_tensor(const format::SafetensorsFile& file, const std::string& name,
                       const ir::Type& type);
ir::Tensor read_tensor(const format::ShardedTensors& files, const std::string& name,
                       const ir::Type& type);

}  // namespace tutti::model
