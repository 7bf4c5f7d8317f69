// SPDX-License-Identifier: Apache-2.0
#include "op/rules/axes.h"

#include <algorithm>
#include <numeric>

namespace tutti::op {

using ir::constraint;
using ir::Operation;

bool contains(const std::vector<int64_t>& axes, int64_t axis) {
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

std::vector<int64_t> axes_without(int64_t rank, const std::vector<int64_t>& a,
                                  const std::vector<int64_t>& b) {
  std::vector<int64_t> left;
  for (int64_t axis = 0; axis < rank; axis++)
    if (!contains(a, axis) && !contains(b, axis)) left.push_back(axis);
  return left;
}

std::vector<int64_t> all_axes(int64_t rank) {
  std::vector<int64_t> axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

bool is_permutation(std::vector<int64_t> numbers, size_t count) {
  std::sort(numbers.begin(), numbers.end());
  for (size_t i = 0; i < numbers.size(); i++)
    if (numbers[i] != static_cast<int64_t>(i)) return false;
  return numbers.size() == count;
}

std::vector<int64_t> joined(std::vector<int64_t> first, const std::vector<int64_t>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

void expect_unique(const Operation& op, const std::vector<int64_t>& axes, std::string_view what,
                   std::string_view label) {
  std::vector<int64_t> sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    constraint(op, false, label, "{} are {}, expected each axis at most once", what, ir::str(axes));
}

void expect_sorted(const Operation& op, const std::vector<int64_t>& axes, std::string_view what,
                   std::string_view label) {
  if (!std::is_sorted(axes.begin(), axes.end()))
    constraint(op, false, label, "{} are {}, expected ascending axes", what, ir::str(axes));
}

void expect_in_range(const Operation& op, const std::vector<int64_t>& axes, int64_t rank,
                     std::string_view what, std::string_view label) {
  for (int64_t axis : axes)
    if (axis < 0 || axis >= rank)
      constraint(op, false, label, "{} are {}, expected axes from 0 to below {}", what,
                 ir::str(axes), rank);
}

}  // namespace tutti::op
