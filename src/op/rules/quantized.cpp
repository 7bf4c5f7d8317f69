// SPDX-License-Identifier: Apache-2.0
#include "op/rules/quantized.h"

#include <algorithm>
#include <tuple>

namespace tutti::op {
namespace {

bool is_per_axis(const Type& type) {
  return type.is_quantized() && axis_of(type) >= 0;
}

/// The numbers of elements before, along and after an axis, each kDynamic if it is not known.
Shape around(const Type& type, int64_t axis) {
  const auto count = [](Shape shape) {
    const bool known = std::find(shape.begin(), shape.end(), ir::kDynamic) == shape.end();
    return known ? ir::element_count(shape) : ir::kDynamic;
  };
  const auto middle = type.shape.begin() + axis;
  return {count({type.shape.begin(), middle}), *middle, count({middle + 1, type.shape.end()})};
}

/// The axes of quantization of a sum's sides and of its result, -1 where there is none.
void check_quantized_axes(const Operation& op, int64_t x, int64_t y, int64_t z) {
  constraint(op, (x >= 0 || y >= 0) == (z >= 0), label(op, 5),
             "the axes of quantization are {}, {} and {}, expected the result to have one where an "
             "operand has",
             x, y, z);
  constraint(op, x < 0 || x == z, label(op, 6),
             "the axis of quantization is {}, expected {} as the left side's", z, x);
  constraint(op, y < 0 || y == z, label(op, 7),
             "the axis of quantization is {}, expected {} as the right side's", z, y);
}

}  // namespace

void check_quantized_sum(const Operation& op) {
  const Type &lhs = op.operand_type(0), &rhs = op.operand_type(1), &out = declared(op);
  constraint(op, lhs.is_quantized() && rhs.is_quantized() && out.is_quantized(), label(op, 2),
             "the types are {}, {} and {}, expected all or none quantized", lhs.str(), rhs.str(),
             out.str());
  const auto& [x, y, z] = std::tie(lhs.quantization(), rhs.quantization(), out.quantization());
  constraint(op, x.storage == y.storage && y.storage == z.storage, label(op, 3),
             "the storage types are {}, {} and {}, expected one", name_of(x.storage),
             name_of(y.storage), name_of(z.storage));
  constraint(op, x.expressed == y.expressed && y.expressed == z.expressed, label(op, 4),
             "the expressed types are {}, {} and {}, expected one", name_of(x.expressed),
             name_of(y.expressed), name_of(z.expressed));
  check_quantized_axes(op, x.axis, y.axis, z.axis);
}

void check_quantized_product(const Operation& op, const ProductConstraints& numbers) {
  const Type &lhs = op.operand_type(0), &rhs = op.operand_type(1), &out = declared(op);
  constraint(op, lhs.is_quantized() == (out.is_quantized() && rhs.is_quantized()),
             label(op, numbers.quantized),
             "the types are {}, {} and {}, expected a quantized left side where right side and "
             "result are",
             lhs.str(), rhs.str(), out.str());
  if (!lhs.is_quantized()) {
    constraint(op,
               rhs.is_quantized() && lhs.element == rhs.quantization().expressed &&
                   lhs.element == out.element,
               label(op, numbers.hybrid),
               "the types are {}, {} and {}, expected one type of floats", lhs.str(), rhs.str(),
               out.str());
    return;
  }
  const auto& [x, y, z] = std::tie(lhs.quantization(), rhs.quantization(), out.quantization());
  constraint(op, x.storage == y.storage, label(op, numbers.storage),
             "the storage types are {} and {}, expected one", name_of(x.storage),
             name_of(y.storage));
  constraint(op, x.expressed == y.expressed && y.expressed == z.expressed,
             label(op, numbers.expressed), "the expressed types are {}, {} and {}, expected one",
             name_of(x.expressed), name_of(y.expressed), name_of(z.expressed));
  constraint(op, y.axis >= 0 || z.axis < 0, label(op, numbers.per_tensor),
             "the result has scales along axis {}, expected one as the right side has", z.axis);
}

std::string element_text(const Type& type) {
  return type.is_quantized() ? type.quantization().str() : std::string(name_of(type.element));
}

bool same_elements(const Type& x, const Type& y) {
  return x.element == y.element && (!x.is_quantized() || x.quantization() == y.quantization());
}

bool same_but_axis(const Type& x, const Type& y) {
  if (!x.is_quantized() || !y.is_quantized()) return x.element == y.element;
  ir::Quantization moved = x.quantization();
  moved.axis = axis_of(y);
  return moved == y.quantization();
}

bool may_be_broadcast(const Type& x, const Type& y) {
  if (!is_per_axis(x) || !is_per_axis(y)) return same_but_axis(x, y);
  ir::Quantization moved = x.quantization();
  moved.axis = axis_of(y);
  return moved.same_baseline(y.quantization());
}

void check_quantized_reshape(const Operation& op) {
  const Type &in = op.operand_type(0), &out = declared(op);
  if (!is_per_axis(in) && !is_per_axis(out)) return;
  constraint(op,
             is_per_axis(in) && is_per_axis(out) &&
                 ir::compatible(around(in, axis_of(in)), around(out, axis_of(out))),
             label(op, 3),
             "{} becomes {}, expected the same sizes before, along and after the axis of "
             "quantization",
             in.str(), out.str());
}

void check_quantized_broadcast(const Operation& op, const std::vector<int64_t>& dims) {
  const Type &in = op.operand_type(0), &out = declared(op);
  if (!is_per_axis(in) && !is_per_axis(out)) return;
  const bool moved =
      is_per_axis(in) && is_per_axis(out) && axis_of(out) == dims[static_cast<size_t>(axis_of(in))];
  constraint(op, moved, label(op, 6),
             "{} becomes {}, expected the axis of quantization to move "
             "with its dimension",
             in.str(), out.str());
  const ir::Quantization &from = in.quantization(), &to = out.quantization();
  const bool repeats = in.dim(axis_of(in)) == 1;
  bool kept = repeats || from.scales.size() == to.scales.size();
  for (size_t i = 0; kept && i < to.scales.size(); i++) {
    const size_t source = repeats ? 0 : i;
    kept = to.scales[i] == from.scales[source] && to.zero_points[i] == from.zero_points[source];
  }
  constraint(op, kept, label(op, 6), "{} becomes {}, expected its scales{}", in.str(), out.str(),
             repeats ? " repeated" : "");
}

}  // namespace tutti::op
