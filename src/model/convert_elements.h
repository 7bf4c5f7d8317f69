// SPDX-License-Identifier: Apache-2.0
// Turns the elements of weights into another float type.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "format/safetensors.h"
#include "ir/element_type.h"

namespace tutti::model {

/// The float type of a file's elements that weights may have: F32, F16, BF16 or F64.
std::optional<ir::ElementType> element_of(format::Dtype dtype);

/// Converts as many elements as there are, rounding to the nearest and ties to even. The types are
/// those of element_of(); `from` and `to` have as many elements.
void convert_elements(ir::ElementType from_type, std::span<const std::byte> from,
                      ir::ElementType to_type, std::span<std::byte> to);

/// Elements of a type of element_of() as float32.
std::vector<float> float_elements(format::Dtype dtype, std::span<const std::byte> elements);

}  // namespace tutti::model
