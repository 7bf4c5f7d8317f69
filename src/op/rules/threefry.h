// SPDX-License-Identifier: Apache-2.0
// Threefry as emitted integer operations, which give the same bits on every backend.
#pragma once

#include <array>

#include "ir/builder.h"

namespace tutti::op {

using WordValues = std::array<ir::Value, 2>;

/// threefry2x32 of base/random.h over ui32 tensors of one shape.
WordValues emit_threefry(ir::Builder& b, WordValues key, WordValues counter);

}  // namespace tutti::op
