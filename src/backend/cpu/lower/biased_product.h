// SPDX-License-Identifier: Apache-2.0
// Finds the matrix products whose bias the CPU's kernel adds before it stores the result.
#pragma once

#include <optional>

#include "backend/group/group.h"

namespace tutti::backend::cpu {

/// The product and the bias that an addition adds, where one kernel can compute both; else nothing.
std::optional<BiasedProduct> biased_product(const ir::Operation& addition);

}  // namespace tutti::backend::cpu
