// SPDX-License-Identifier: Apache-2.0
// What lowerings that move elements share.
#pragma once

#include "backend/cpu/lower/lower.h"

namespace tutti::backend::cpu {

Rule gather_rule();
Rule scatter_rule();
Rule sort_rule();
Rule top_k_rule();
Rule reduce_precision_rule();
Rule random_bits_rule();
Rule random_numbers_rule();
std::vector<Rule> dynamic_slice_rules();

/// The axis along which an operation sorts.
int64_t sorted_axis(const ir::Operation& op);

/// A start index that is data; unsigned values beyond 63 bits become the largest signed one.
int64_t load_index(ir::ElementType type, const std::byte* data);

/// The strides of some axes.
std::vector<int64_t> strides_of_axes(const View& view, const std::vector<int64_t>& axes);
/// The axes of [0, rank) that are not in the list, ascending.
std::vector<int64_t> other_axes(int64_t rank, const std::vector<int64_t>& axes);

}  // namespace tutti::backend::cpu
