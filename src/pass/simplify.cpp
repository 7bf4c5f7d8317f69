// SPDX-License-Identifier: Apache-2.0
#include "pass/simplify.h"

#include <cmath>
#include <numeric>

#include "op/dot.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/fused.h"
#include "op/rules/reduction.h"
#include "pass/dead_code.h"
#include "pass/simplify_conversions.h"
#include "pass/simplify_pads.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Builder;
using ir::Operation;
using ir::Value;
using Axes = std::vector<int64_t>;
/// Returns the value that replaces an operation's result, or null.
using Rule = Value (*)(const Surroundings&, const Operation&);

/// Whether an operation is a plain sum, in the type of its elements and from zero.
bool is_sum(const Operation& op) {
  if (op.name() != "stablehlo.reduce" || op.operand_count() != 2) return false;
  const Operation* reducer = op::reducer_of(op);
  return reducer && reducer->name() == "stablehlo.add" && splat_of(op.operand(1)) == 0.0 &&
         op.operand_type(0).element == op.result_type().element;
}

// sum over axes of one element
Value drop_sum(const Surroundings& around, const Operation& op) {
  if (!is_sum(op)) return nullptr;
  for (int64_t axis : op.ints_attribute("dimensions"))
    if (op.operand_type(0).dim(axis) != 1) return nullptr;
  return op::reshape(around.builder, around.map.at(op.operand(0)), op.result_type().shape);
}

/// A mean over axes, which may remain in its type with one element each.
struct Mean {
  Value x = nullptr;
  Axes axes;
};

Mean mean_of(Value value) {
  const auto has_same_elements = [](const Operation* op) {
    return op && op->operand_type(0).count() == op->result_type().count();
  };
  while (true) {
    const Operation* reshape = made_by(value, "stablehlo.reshape");
    const Operation* broadcast = made_by(value, "stablehlo.broadcast_in_dim");
    if (has_same_elements(broadcast)) {
      const Axes axes = broadcast->ints_attribute("broadcast_dimensions");
      if (!std::is_sorted(axes.begin(), axes.end())) return {};
      reshape = broadcast;
    }
    if (!reshape) break;
    value = reshape->operand(0);
  }
  for (std::string_view name : {"stablehlo.divide", "stablehlo.multiply"}) {
    const Operation* op = made_by(value, name);
    for (size_t i = 0; op && i < 2; i++) {
      const Operation* sum = made_by(op->operand(i), "stablehlo.reduce");
      if (!sum || !is_sum(*sum) || sum->result_type().count() == 0) continue;
      const auto count = static_cast<double>(sum->operand_type(0).count()) /
                         static_cast<double>(sum->result_type().count());
      const bool divides = name == "stablehlo.divide";
      if ((i == 0 || !divides) && is_splat(op->operand(1 - i), divides ? count : 1 / count))
        return {sum->operand(0), sum->ints_attribute("dimensions")};
    }
  }
  return {};
}

// mean(x^2) - mean(x)^2 = mean((x - mean(x))^2), which does not cancel
Value center_variance(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.subtract" || !ir::is_float(op.result_type().element)) return nullptr;
  const Mean squares = mean_of(op.operand(0));
  const Value x = squares.x ? squared(squares.x) : nullptr;
  const Value mean = x ? squared(op.operand(1)) : nullptr;
  const Mean own = mean ? mean_of(mean) : Mean{};
  if (!own.x || own.x != x || own.axes != squares.axes) return nullptr;
  Builder& b = around.builder;
  ir::Shape reduced;
  Axes kept;
  for (int64_t axis = 0; axis < x->type.rank(); axis++)
    if (std::find(own.axes.begin(), own.axes.end(), axis) == own.axes.end()) {
      kept.push_back(axis);
      reduced.push_back(x->type.dim(axis));
    }
  const Value row = op::reshape(b, around.map.at(mean), reduced);
  const Value centered =
      op::subtract(b, around.map.at(x), op::broadcast_in_dim(b, row, x->type.shape, kept));
  const Value sum = op::reduce_sum(b, op::multiply(b, centered, centered), own.axes);
  const auto count = static_cast<double>(x->type.count()) / static_cast<double>(row->type.count());
  const Value variance = op::divide(b, sum, op::constant_like(b, sum, count));
  return op::reshape(b, variance, op.result_type().shape);
}

// convert(broadcast(x)) = broadcast(convert(x))
Value convert_before_broadcast(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.convert") return nullptr;
  const Operation* broadcast = made_by(op.operand(0), "stablehlo.broadcast_in_dim");
  if (!broadcast || broadcast->operand_type(0).count() >= op.result_type().count()) return nullptr;
  const Value narrow =
      op::convert(around.builder, around.map.at(broadcast->operand(0)), op.result_type().element);
  return op::broadcast_in_dim(around.builder, narrow, op.result_type().shape,
                              broadcast->ints_attribute("broadcast_dimensions"));
}

// broadcast(broadcast(x)) = broadcast(x)
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

// x / 2^k = x 2^-k, with equal bits
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

// (x y)^T = y x with the free axes in the other order, if the last one is x's
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

// sum of all rows of dx = dbias, for an activation with a bias
Value take_bias_gradient(const Surroundings& around, const Operation& op) {
  if (!is_sum(op)) return nullptr;
  const Value dx = op.operand(0);
  const Axes axes = op.ints_attribute("dimensions");
  const int64_t last = dx->type.rank() - 1;
  const bool is_gradient =
      made_by(dx, "tutti.bias_gelu_gradient") || made_by(dx, "tutti.bias_relu_gradient");
  if (!is_gradient || dx->index != 0 || dx->owner->result_type(1) != op.result_type() ||
      std::count(axes.begin(), axes.end(), last) != 0)
    return nullptr;
  return around.map.at(dx->owner->result(1));
}

Value transpose_parts(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.transpose") return nullptr;
  const Operation* whole = unshared(op.operand(0), "stablehlo.concatenate", around.users);
  if (!whole) return nullptr;
  const Axes permutation = op.ints_attribute("permutation");
  std::vector<Value> parts;
  for (Value part : whole->operands)
    parts.push_back(op::transpose(around.builder, around.map.at(part), permutation));
  const auto axis =
      std::find(permutation.begin(), permutation.end(), whole->int_attribute("dimension"));
  return op::concatenate(around.builder, std::move(parts), axis - permutation.begin());
}

/// A row without trailing axes of one element, even if some were added and removed in turn.
Value bare(Value row) {
  row = row_of(row);
  const Operation* op = made_by(row, "stablehlo.reshape");
  if (!op) return row;
  ir::Shape longer = row->type.shape;
  longer.push_back(1);
  return op->operand_type(0).shape == longer ? bare(op->operand(0)) : row;
}

/// Whether each row of `value` is -sum(d e / s²).
bool is_share_of_sum(Value value, Value d, Value e, Value s) {
  const Value row = over_last(value);
  const Operation* negated = row ? made_by(bare(row), "stablehlo.negate") : nullptr;
  const Value product = negated ? sum_over_last(bare(negated->operand(0))) : nullptr;
  const Value part = product ? other_operand(product, "stablehlo.multiply", e) : nullptr;
  const Value inverse = part ? other_operand(part, "stablehlo.multiply", d) : nullptr;
  const Value inverse_row = inverse ? over_last(inverse) : nullptr;
  const Operation* quotient =
      inverse_row ? made_by(bare(inverse_row), "stablehlo.divide") : nullptr;
  if (!quotient || splat_of(quotient->operand(0)) != 1.0) return false;
  const Value root = squared(bare(quotient->operand(1)));
  return root && bare(root) == s;
}

/// The new value of e / s, or null if it was not computed before.
Value quotient_of(const Surroundings& around, Value e, Value s) {
  for (const Operation* user : around.users.at(e)) {
    if (user->name() != "stablehlo.divide" || over_last(user->operand(1)) != s) continue;
    const auto known = around.map.find(user->result());
    if (user->operand(0) == e && known != around.map.end()) return known->second;
  }
  return nullptr;
}

/// The value that replaces sum e, or null. A softmax p = e / s, s = sum(e), has the gradient
/// de = p (d - sum(d p)) for d = dp. As a quotient it is (d / s - sum(d e / s²)) e, for which e is
/// kept too.
Value softmax_gradient_of(const Surroundings& around, const Operation& sum, Value e) {
  for (size_t i = 0; i < 2; i++) {
    const Operation* quotient = made_by(sum.operand(i), "stablehlo.divide");
    const Value s = quotient ? over_last(quotient->operand(1)) : nullptr;
    if (!s || sum_over_last(s) != e) continue;
    const Value d = quotient->operand(0), p = quotient_of(around, e, s);
    if (p && is_share_of_sum(sum.operand(1 - i), d, e, s))
      return op::through_softmax(around.builder, around.map.at(d), p);
  }
  return nullptr;
}

Value softmax_gradient(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.multiply") return nullptr;
  for (size_t i = 0; i < 2; i++) {
    const Operation* sum = made_by(op.operand(1 - i), "stablehlo.add");
    if (!sum || !made_by(op.operand(i), "stablehlo.exponential")) continue;
    if (Value value = softmax_gradient_of(around, *sum, op.operand(i))) return value;
  }
  return nullptr;
}

/// Tries the rules on each operation. The operations that they replace become dead code.
ir::Module apply(ir::Module module, const ir::Catalogue& catalogue,
                 const std::vector<Rule>& rules) {
  return substitute(std::move(module), catalogue,
                    [&](const Surroundings& around, const Operation& op) -> Value {
                      for (Rule rule : rules)
                        if (Value value = rule(around, op)) return value;
                      return nullptr;
                    });
}

}  // namespace

ir::Module simplify(ir::Module module, const ir::Catalogue& catalogue) {
  module = apply(std::move(module), catalogue,
                 {drop_sum, cut_by_pad, center_variance, take_bias_gradient, join_broadcasts,
                  drop_round_trip, embed_narrow_table, convert_before_broadcast,
                  multiply_by_inverse, swap_product, concatenate_parts, interleave_parts});
  module = eliminate_dead_code(std::move(module));
  return apply(std::move(module), catalogue,
               {concatenate_parts, transpose_parts, softmax_gradient});
}

}  // namespace tutti::pass
