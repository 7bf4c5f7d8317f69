// SPDX-License-Identifier: Apache-2.0
// Addresses of elements whose type is known only when the program runs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ir/element_type.h"

namespace tutti::kernel {

/// The address of element `index` of a tensor that begins at `base`.
inline const std::byte* element_at(const void* base, ir::ElementType type, int64_t index) {
  return static_cast<const std::byte*>(base) + index * static_cast<int64_t>(ir::byte_size(type));
}
inline std::byte* element_at(void* base, ir::ElementType type, int64_t index) {
  return static_cast<std::byte*>(base) + index * static_cast<int64_t>(ir::byte_size(type));
}

}  // namespace tutti::kernel
