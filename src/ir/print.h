// SPDX-License-Identifier: Apache-2.0
// Prints a module as text, either in the pretty form that JAX prints or in the generic form.
#pragma once

#include <string>

#include "ir/op_def.h"

namespace tutti::ir {

struct PrintOptions {
  bool generic = false;    // "stablehlo.add"(%0, %1) : ..., the form every PJRT plugin accepts
  bool locations = false;  // loc(...) as it was read; loc("encoder.layer.0") of what we built
};

std::string print(const Module& module, const PrintOptions& options = {});
std::string print(const Attribute& attribute);

}  // namespace tutti::ir
