// SPDX-License-Identifier: Apache-2.0
#include "pass/values.h"

#include <cmath>

#include "op/rules/reduction.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

// The longest chain of operations that is followed. No pattern has a longer one, and neither time
// nor stack may grow with the chains of a program.
constexpr int kLongestWalk = 64;

/// Whether a shape is `inner` with an axis of one element appended.
bool adds_one(const ir::Shape& shape, const ir::Shape& inner) {
  return shape.size() == inner.size() + 1 && shape.back() == 1 &&
         std::equal(inner.begin(), inner.end(), shape.begin());
}

/// Whether a broadcast or reshape takes a row, axes of one element aside, and leaves it along the
/// last axis.
bool keeps_row(const Operation& op) {
  const ir::Shape &shape = op.result_type().shape, &inner = op.operand_type(0).shape;
  if (inner.empty() || inner.back() != shape.back()) return false;
  if (op.name() == "stablehlo.reshape") return op.result_type().count() == shape.back();
  const auto dims = op.ints_attribute("broadcast_dimensions");
  return dims.back() == static_cast<int64_t>(shape.size()) - 1 &&
         ir::element_count(inner) == inner.back();
}

/// Whether a broadcast leaves the axes of its operand in place, as the first ones.
bool keeps_axes(const Operation& broadcast) {
  const auto dims = broadcast.ints_attribute("broadcast_dimensions");
  for (size_t i = 0; i < dims.size(); i++)
    if (dims[i] != static_cast<int64_t>(i)) return false;
  return true;
}

/// The value of which a row is the reduction over the last axis, from that initial value.
Value reduced(Value row, std::string_view by, double initial) {
  const Operation* reduce = made_by(row_of(row), "stablehlo.reduce");
  if (!reduce || reduce->operand_count() != 2) return nullptr;
  const Operation* reducer = op::reducer_of(*reduce);
  const Value x = reduce->operand(0);
  const auto axes = reduce->ints_attribute("dimensions");
  // No fused op takes empty rows.
  const bool over_last =
      axes.size() == 1 && axes[0] == x->type.rank() - 1 && x->type.shape.back() > 0;
  return reducer && reducer->name() == by && over_last && splat_of(reduce->operand(1)) == initial
             ? x
             : nullptr;
}

/// Whether a row is the maximum of x, also if vmap transposed both alike afterwards.
bool is_largest(Value row, Value x) {
  for (int steps = 0; steps < kLongestWalk; steps++) {
    if (largest_over_last(row) == x) return true;
    const Operation *moved_row = made_by(row_of(row), "stablehlo.transpose"),
                    *moved = made_by(x, "stablehlo.transpose");
    if (!moved_row || !moved) return false;
    const auto axes = moved->ints_attribute("permutation"),
               row_axes = moved_row->ints_attribute("permutation");
    if (axes.empty() || axes.back() != x->type.rank() - 1 || axes.size() != row_axes.size() + 1 ||
        !std::equal(row_axes.begin(), row_axes.end(), axes.begin()))
      return false;
    row = moved_row->operand(0);
    x = moved->operand(0);
  }
  return false;
}

/// The constant that a value is, if all its elements are equal.
const ir::Tensor* repeated_constant(Value value) {
  const Operation* constant = made_by(value, "stablehlo.constant");
  const auto* tensor = constant ? constant->attribute("value").get<ir::Tensor>() : nullptr;
  return tensor && (tensor->is_splat() || value->type.count() == 1) ? tensor : nullptr;
}

}  // namespace

const Operation* made_by(Value value, std::string_view name) {
  return value && value->owner && value->owner->name() == name ? value->owner : nullptr;
}

Value other_operand(Value result, std::string_view name, Value operand) {
  const Operation* op = made_by(result, name);
  for (size_t i = 0; op && i < 2; i++)
    if (op->operand(i) == operand) return op->operand(1 - i);
  return nullptr;
}

std::optional<double> splat_of(Value value) {
  std::vector<ir::ElementType> converted;  // to these types, the last one first
  for (int steps = 0; steps < kLongestWalk; steps++) {
    const Operation* op = value->owner;
    if (!ir::is_float(value->type.element) || !op) return std::nullopt;
    if (op->name() == "stablehlo.convert")
      converted.push_back(value->type.element);
    else if (op->name() != "stablehlo.broadcast_in_dim" && op->name() != "stablehlo.reshape")
      break;
    value = op->operand(0);
  }
  const ir::Tensor* constant = repeated_constant(value);
  if (!constant) return std::nullopt;
  double number = constant->float_at(0);
  for (size_t i = converted.size(); i-- > 0;)
    number = ir::Tensor::splat(ir::Type::scalar(converted[i]), number).float_at(0);
  return number;
}

std::optional<uint32_t> word_of(Value value) {
  const ir::Tensor* constant = repeated_constant(value);
  if (!constant || value->type.element != ir::ElementType::ui32) return std::nullopt;
  return static_cast<uint32_t>(constant->int_at(0));
}

bool is_splat(Value value, double expected) {
  return is_about(splat_of(value), expected);
}

std::optional<double> epsilon_of(Value value) {
  const auto found = splat_of(value);
  return found && *found >= 0 && std::isfinite(*found) ? found : std::nullopt;
}

Value along_last(Value value) {
  for (int steps = 0; steps < kLongestWalk; steps++) {
    const ir::Shape& shape = value->type.shape;
    if (shape.empty()) return nullptr;
    if (shape.size() == 1) return value;
    const Operation* op = made_by(value, "stablehlo.broadcast_in_dim");
    if (!op) op = made_by(value, "stablehlo.reshape");
    if (!op || !keeps_row(*op)) return nullptr;
    value = op->operand(0);
  }
  return nullptr;
}

Value row_of(Value row) {
  // Each step removes an axis, so the loop ends.
  while (row->owner) {
    const Operation& op = *row->owner;
    const bool adds = (op.name() == "stablehlo.broadcast_in_dim" && keeps_axes(op)) ||
                      op.name() == "stablehlo.reshape";
    if (!adds || !adds_one(row->type.shape, op.operand(0)->type.shape)) return row;
    row = op.operand(0);
  }
  return row;
}

Value over_last(Value value) {
  const Operation* op = made_by(value, "stablehlo.broadcast_in_dim");
  if (!op || !keeps_axes(*op) || value->type.shape.empty()) return nullptr;
  const Value from = op->operand(0);
  ir::Shape row = value->type.shape;
  row.back() = 1;
  return from->type.shape == row || adds_one(row, from->type.shape) ? row_of(from) : nullptr;
}

Value sum_over_last(Value row) {
  return reduced(row, "stablehlo.add", 0);
}

Value largest_over_last(Value row) {
  for (int steps = 0; steps < kLongestWalk; steps++) {
    const Operation* op = made_by(row_of(row), "stablehlo.maximum");
    if (!op) return reduced(row, "stablehlo.maximum", -INFINITY);
    if (splat_of(op->operand(0)) == -INFINITY)
      row = op->operand(1);
    else if (splat_of(op->operand(1)) == -INFINITY)
      row = op->operand(0);
    else
      return nullptr;
  }
  return nullptr;
}

Value before_max_shift(Value value) {
  const Operation* op = made_by(value, "stablehlo.subtract");
  const Value largest = op ? over_last(op->operand(1)) : nullptr;
  return largest && is_largest(largest, op->operand(0)) ? op->operand(0) : nullptr;
}

Value mean_over_last(Value row) {
  row = row_of(row);
  if (const Operation* op = made_by(row, "stablehlo.divide")) {
    const Value x = sum_over_last(op->operand(0));
    return x && is_splat(op->operand(1), static_cast<double>(x->type.shape.back())) ? x : nullptr;
  }
  const Operation* op = made_by(row, "stablehlo.multiply");
  for (size_t i = 0; op && i < 2; i++)
    if (const Value x = sum_over_last(op->operand(i)))
      if (is_splat(op->operand(1 - i), 1 / static_cast<double>(x->type.shape.back()))) return x;
  return nullptr;
}

Value squared(Value value) {
  if (const Operation* op = made_by(value, "chlo.square")) return op->operand(0);
  const Operation* op = made_by(value, "stablehlo.multiply");
  return op && op->operand(0) == op->operand(1) ? op->operand(0) : nullptr;
}

std::vector<Value> factors_of(Value product) {
  std::vector<Value> open = {product}, factors;
  while (!open.empty()) {
    const Value value = open.back();
    open.pop_back();
    const Operation* op = made_by(value, "stablehlo.multiply");
    if (op && open.size() + factors.size() < kMostFactors)
      open.insert(open.end(), op->operands.begin(), op->operands.end());
    else
      factors.push_back(value);
  }
  return factors;
}

Product product_of(Value value) {
  Product product;
  std::vector<Value> open = {value};
  while (!open.empty()) {
    const Value factor = open.back();
    open.pop_back();
    const Operation *negate = made_by(factor, "stablehlo.negate"),
                    *divide = made_by(factor, "stablehlo.divide"),
                    *multiply = made_by(factor, "stablehlo.multiply");
    const auto divisor = divide ? splat_of(divide->operand(1)) : std::nullopt;
    if (const auto constant = splat_of(factor)) {
      product.scale *= *constant;
    } else if (negate) {
      product.scale = -product.scale;
      open.push_back(negate->operand(0));
    } else if (divisor) {
      product.scale /= *divisor;
      open.push_back(divide->operand(0));
    } else if (multiply && open.size() + product.factors.size() < kMostFactors) {
      open.insert(open.end(), multiply->operands.begin(), multiply->operands.end());
    } else {
      product.factors.push_back(factor);
    }
  }
  return product;
}

bool is_about(std::optional<double> value, double expected) {
  return value && std::fabs(*value - expected) <= 1e-6 * std::fabs(expected);
}

std::optional<double> multiple_of(Value value, Value x) {
  double multiple = 1;
  for (int steps = 0; value != x && steps < kLongestWalk; steps++) {
    const Operation *negate = made_by(value, "stablehlo.negate"),
                    *divide = made_by(value, "stablehlo.divide"),
                    *multiply = made_by(value, "stablehlo.multiply");
    const auto divisor = divide ? splat_of(divide->operand(1)) : std::nullopt,
               left = multiply ? splat_of(multiply->operand(0)) : std::nullopt,
               right = multiply && !left ? splat_of(multiply->operand(1)) : std::nullopt;
    if (!negate && !divisor && !left && !right) return std::nullopt;
    multiple *= negate ? -1 : divisor ? 1 / *divisor : left ? *left : *right;
    value = value->owner->operand(left ? 1 : 0);
  }
  return value == x ? std::optional(multiple) : std::nullopt;
}

}  // namespace tutti::pass
