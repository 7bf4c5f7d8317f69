// SPDX-License-Identifier: Apache-2.0
// Lowerings of reduce, sort and scatter with any region, run as a region program. The lowerings of
// these ops use them for a region without a faster way.
#pragma once

#include "backend/cpu/lower/rule.h"

namespace tutti::backend::cpu {

bool supports_region_reduce(const ir::Operation& op);
int64_t region_reduce_workspace(const Lowering& lowering);
Run lower_region_reduce(Lowering& lowering);

bool supports_region_sort(const ir::Operation& op);
int64_t region_sort_workspace(const Lowering& lowering);
Run lower_region_sort(Lowering& lowering);

bool supports_region_scatter(const ir::Operation& op);
int64_t region_scatter_workspace(const Lowering& lowering);
Run lower_region_scatter(Lowering& lowering);

/// The axis along which an operation sorts.
int64_t sorted_axis(const ir::Operation& op);

}  // namespace tutti::backend::cpu
