// SPDX-License-Identifier: Apache-2.0
// Numbers in program text, as elements of a type.
#pragma once

#include <optional>
#include <string_view>

#include "ir/element_type.h"

namespace tutti::ir {

/// The value of an integer literal: a decimal number that fits the type, or the bits of one ("0xFF"
/// is -1 of i8). Empty if the text is neither.
std::optional<int64_t> integer_literal(std::string_view text, ElementType type);

/// The bits of a float literal: a decimal number, rounded once to the nearest value of the type,
/// ties to even, or a bit pattern ("0x7F800000"). Empty if the text is neither, or if the pattern
/// has more bits than the type.
std::optional<uint64_t> float_literal(std::string_view text, ElementType type);

}  // namespace tutti::ir
