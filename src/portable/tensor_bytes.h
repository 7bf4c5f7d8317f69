// SPDX-License-Identifier: Apache-2.0
// The elements of a constant as bytecode holds them: little endian, row-major; of a splat one
// element; booleans as bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/tensor.h"

namespace tutti::portable {

/// Nothing if the bytes are no constant of that type; then `problem` says why.
std::optional<ir::Tensor> tensor_of_bytes(std::string_view bytes, const ir::Type& type,
                                          std::string& problem);

/// The bytes to write for a constant.
std::string bytes_of_tensor(const ir::Tensor& tensor);

}  // namespace tutti::portable
