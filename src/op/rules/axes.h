// SPDX-License-Identifier: Apache-2.0
// Lists of axes, and the specification's constraints on them.
#pragma once

#include <string_view>
#include <vector>

#include "ir/module.h"

namespace tutti::op {

bool contains(const std::vector<int64_t>& axes, int64_t axis);
/// The axes of [0, rank) that are in neither list, ascending.
std::vector<int64_t> axes_without(int64_t rank, const std::vector<int64_t>& a,
                                  const std::vector<int64_t>& b = {});
std::vector<int64_t> all_axes(int64_t rank);
/// Whether the numbers are those from 0 to `count` - 1 in some order.
bool is_permutation(std::vector<int64_t> numbers, size_t count);
/// `first` followed by `second`.
std::vector<int64_t> joined(std::vector<int64_t> first, const std::vector<int64_t>& second);

/// Each checks a constraint on a list of axes. Violations name `label`; `what` names the list.
void expect_unique(const ir::Operation& op, const std::vector<int64_t>& axes, std::string_view what,
                   std::string_view label);
void expect_sorted(const ir::Operation& op, const std::vector<int64_t>& axes, std::string_view what,
                   std::string_view label);
void expect_in_range(const ir::Operation& op, const std::vector<int64_t>& axes, int64_t rank,
                     std::string_view what, std::string_view label);

}  // namespace tutti::op
