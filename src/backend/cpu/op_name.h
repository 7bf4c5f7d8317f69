// SPDX-License-Identifier: Apache-2.0
// Names as kernels know them.
#pragma once

#include "ir/module.h"

namespace tutti::backend::cpu {

/// The op's name without its dialect: "add".
inline std::string_view short_name(const ir::Operation& op) {
  return op.name().substr(op.name().rfind('.') + 1);
}

}  // namespace tutti::backend::cpu
