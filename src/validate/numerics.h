// SPDX-License-Identifier: Apache-2.0
// Finds out with a small program how a device treats numbers in cases where devices differ.
#pragma once

#include "backend/backend.h"

namespace tutti::validate {

struct Numeric {
  std::string name;        // "sum of denormals"
  std::string strict;      // in compared programs (CompileOptions::strict): "kept"
  std::string by_default;  // in all other programs: "flushed to zero"
};

/// Looks at denormals, NaN in a maximum, the precision of bfloat16 and of float32 products, and the
/// error of exp. All are "unknown" if the device cannot run the program; a warning then says why.
std::vector<Numeric> numerics_of(backend::Backend& backend);

}  // namespace tutti::validate
