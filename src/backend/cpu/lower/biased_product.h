// SPDX-License-Identifier: Apache-2.0
// A matrix product and the bias of its columns, computed as one.
#pragma once

#include <optional>

#include "backend/group/group.h"

namespace tutti::backend::cpu {

/// What an addition adds where that is a product and its bias, and the kernels take both at once.
std::optional<BiasedProduct> biased_product(const ir::Operation& addition);

}  // namespace tutti::backend::cpu
