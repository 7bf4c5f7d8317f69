// SPDX-License-Identifier: Apache-2.0
// What a device does to numbers where devices differ, found by a small program.
#pragma once

#include "backend/backend.h"

namespace tutti::validate {

struct Numeric {
  std::string name;        // "sum of denormals"
  std::string strict;      // as compared programs meet it: "kept"
  std::string by_default;  // as any other program does: "flushed to zero"
};

/// Denormals, NaN in a maximum, the precision of bfloat16 and of float32 products, and how far exp
/// is off. "unknown" where the device does not run the program, and a warning says why.
std::vector<Numeric> numerics_of(backend::Backend& backend);

}  // namespace tutti::validate
