// SPDX-License-Identifier: Apache-2.0
// Integers of 2 and 4 bits as bytes, for backends that compute with bytes.
#pragma once

#include "op/emit.h"

namespace tutti::op {

/// Whether a type is i2, i4, ui2 or ui4.
inline bool is_narrow_integer(ir::ElementType type) {
  return ir::is_integer(type) && ir::bit_width(type) < 8;
}

/// The bits of a narrow integer as the lowest bits of a ui8, whose other bits are 0.
inline Value bits_of(Builder& b, Value x) {
  Value wide = convert(b, x, ir::ElementType::ui8);
  Value mask = constant_like(b, wide, (1 << ir::bit_width(x->type.element)) - 1);
  return b.one("stablehlo.and", {wide, mask});
}

}  // namespace tutti::op
