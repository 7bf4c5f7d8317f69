// SPDX-License-Identifier: Apache-2.0
// The text between the brackets of dense<...>: element literals, nested lists, hexadecimal blobs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/tensor.h"

namespace tutti::ir {

/// Reads the payload. On failure the result is empty and `problem` says why.
std::optional<Tensor> tensor_from_text(std::string_view payload, const Type& type,
                                       std::string& problem);

/// The same from hexadecimal digits alone: all elements, or one for a splat.
std::optional<Tensor> tensor_from_hex(std::string_view digits, const Type& type,
                                      std::string& problem);

/// The payload of a tensor: one literal for a splat, a blob for more than 100 elements, otherwise
/// lists.
std::string text_of(const Tensor& tensor);

/// A float literal as MLIR prints it: the shortest of 6 or more digits that reads back the same;
/// infinities and NaN as bit patterns.
std::string float_text(double value, ElementType type);

}  // namespace tutti::ir
