// SPDX-License-Identifier: Apache-2.0
// Sums and means that can be written in a simpler way.
#include "op/emit.h"
#include "op/rules/reduction.h"
#include "pass/simplify_rules.h"
#include "pass/substitute.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Builder;
using ir::Operation;
using ir::Value;
using Axes = std::vector<int64_t>;

/// Whether an operation is a plain sum, in the type of its elements and from zero.
bool is_sum(const Operation& op) {
  if (op.name() != "stablehlo.reduce" || op.operand_count() != 2) return false;
  const Operation* reducer = op::reducer_of(op);
  return reducer && reducer->name() == "stablehlo.add" && splat_of(op.operand(1)) == 0.0 &&
         op.operand_type(0).element == op.result_type().element;
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

}  // namespace

Value drop_sum(const Surroundings& around, const Operation& op) {
  if (!is_sum(op)) return nullptr;
  for (int64_t axis : op.ints_attribute("dimensions"))
    if (op.operand_type(0).dim(axis) != 1) return nullptr;
  return op::reshape(around.builder, around.map.at(op.operand(0)), op.result_type().shape);
}

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

}  // namespace tutti::pass
