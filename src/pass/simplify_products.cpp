// SPDX-License-Identifier: Apache-2.0
// Products, quotients and conversions around broadcasts.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "op/dot.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "pass/simplify_rules.h"
#include "pass/substitute.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;
using Axes = std::vector<int64_t>;

}  // namespace

Value convert_before_broadcast(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.convert") return nullptr;
  const Operation* broadcast = made_by(op.operand(0), "stablehlo.broadcast_in_dim");
  if (!broadcast || broadcast->operand_type(0).count() >= op.result_type().count()) return nullptr;
  const Value narrow =
      op::convert(around.builder, around.map.at(broadcast->operand(0)), op.result_type().element);
  return op::broadcast_in_dim(around.builder, narrow, op.result_type().shape,
                              broadcast->ints_attribute("broadcast_dimensions"));
}

Value join_broadcasts(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.broadcast_in_dim") return nullptr;
  Value from = op.operand(0);
  Axes axes = op.ints_attribute("broadcast_dimensions");
  while (const Operation* inner = made_by(from, "stablehlo.broadcast_in_dim")) {
    Axes joined;
    for (int64_t axis : inner->ints_attribute("broadcast_dimensions"))
      joined.push_back(axes[static_cast<size_t>(axis)]);
    axes = joined;
    from = inner->operand(0);
  }
  if (from == op.operand(0)) return nullptr;
  return op::broadcast_in_dim(around.builder, around.map.at(from), op.result_type().shape, axes);
}

Value multiply_by_inverse(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.divide") return nullptr;
  constexpr int kLargestExponent = 14;  // both are normal numbers in all types of 16 bits or more
  const auto divisor = splat_of(op.operand(1));
  int exponent = 0;
  if (!divisor || ir::byte_size(op.result_type().element) < 2 ||
      std::fabs(std::frexp(*divisor, &exponent)) != 0.5 ||
      std::abs(exponent - 1) > kLargestExponent)
    return nullptr;
  return op::scale(around.builder, around.map.at(op.operand(0)), 1 / *divisor);
}

Value swap_product(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.transpose") return nullptr;
  const Operation* dot = unshared(op.operand(0), "stablehlo.dot_general", around.users);
  if (!dot || dot->attributes.find("algorithm")) return nullptr;
  const op::DotAxes axes = op::dot_axes(*dot);
  const auto batch = static_cast<int64_t>(axes.lhs_batch.size()),
             left = static_cast<int64_t>(axes.lhs_free.size()),
             right = static_cast<int64_t>(axes.rhs_free.size());
  const auto range = [](int64_t first, int64_t count) {
    Axes numbers(static_cast<size_t>(count));
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
  };
  const Axes permutation = op.ints_attribute("permutation");
  if (left == 0 || permutation.back() < batch || permutation.back() >= batch + left) return nullptr;
  const Axes swapped =
      op::joined(op::joined(range(0, batch), range(batch + left, right)), range(batch, left));
  Axes order;
  for (int64_t axis : permutation)
    order.push_back(std::find(swapped.begin(), swapped.end(), axis) - swapped.begin());
  const Value result = op::dot_general(
      around.builder, around.map.at(dot->operand(1)), around.map.at(dot->operand(0)),
      {axes.rhs_batch, axes.lhs_batch, axes.rhs_contract, axes.lhs_contract},
      op.result_type().element);
  if (const ir::Attribute* precision = dot->attributes.find("precision_config"))
    result->owner->attributes.set("precision_config", *precision);
  return std::is_sorted(order.begin(), order.end()) ? result
                                                    : op::transpose(around.builder, result, order);
}

}  // namespace tutti::pass
