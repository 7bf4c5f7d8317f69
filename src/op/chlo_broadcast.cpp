// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/derived.h"

namespace tutti::op {
namespace {

/// The positions of the axes of a shape of `rank` in one of `whole` axes.
std::vector<int64_t> places(const Operation& op, int64_t rank, int64_t whole) {
  std::vector<int64_t> dims;
  for (int64_t axis = 0; axis < rank; axis++) dims.push_back(whole - rank + axis);
  if (rank == whole || !op.attributes.find("broadcast_dimensions")) return dims;
  dims = op.ints_attribute("broadcast_dimensions");
  constraint(op, static_cast<int64_t>(dims.size()) == rank, label(op, 2),
             "broadcast_dimensions has {} entries, expected {}", dims.size(), rank);
  for (size_t i = 0; i < dims.size(); i++)
    constraint(op, dims[i] >= 0 && dims[i] < whole && (i == 0 || dims[i] > dims[i - 1]),
               label(op, 2), "broadcast_dimensions has {}, expected ascending axes below {}",
               dims[i], whole);
  return dims;
}

/// The shape that both have after repetition along axes of size 1: aligned at the last axis, or
/// the smaller's axis i with the larger's axis broadcast_dimensions[i].
Shape broadcast_shape(const Operation& op, const Shape& x, const Shape& y) {
  const Shape &large = x.size() > y.size() ? x : y, &small = x.size() > y.size() ? y : x;
  const auto dims =
      places(op, static_cast<int64_t>(small.size()), static_cast<int64_t>(large.size()));
  Shape shape = large;
  for (size_t i = 0; i < small.size(); i++) {
    int64_t& size = shape[static_cast<size_t>(dims[i])];
    constraint(op, ir::compatible(size, small[i]) || size == 1 || small[i] == 1, label(op, 3),
               "shapes {} and {} do not fit, expected sizes that are equal or 1", ir::str(x),
               ir::str(y));
    // An unknown size is 1 or the other one, unless that is 1.
    if (size == 1 || (size == ir::kDynamic && small[i] != 1)) size = small[i];
  }
  return shape;
}

/// The value repeated over a shape that it is aligned with.
Value broadcast_to(Builder& b, const Operation& op, Value x, const Shape& shape) {
  if (x->type.shape == shape) return x;
  return broadcast_in_dim(b, x, shape,
                          places(op, x->type.rank(), static_cast<int64_t>(shape.size())));
}

/// The kind of elements that an operation makes of two.
enum class Combined { operands, booleans, complex_numbers };

/// `name` applies the op `applied` to operands of `allowed` elements that are broadcast to one
/// shape.
OpDef broadcasting(std::string_view name, std::string_view applied, Elements allowed,
                   Combined combined = Combined::operands) {
  OpDef def = derived(
      name, "$0, $1 : functional",
      [=](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 2);
        const Type &x = op.operand_type(0), &y = op.operand_type(1);
        for (size_t i = 0; i < 2; i++) expect_elements(op, i, allowed);
        constraint(op, same_baseline_elements(x, y), label(op, 1),
                   "the operands are a {} and a {}, expected one type of elements", x.str(),
                   y.str());
        Shape shape = broadcast_shape(op, x.shape, y.shape);
        if (combined == Combined::operands) return {x.with(std::move(shape))};
        if (combined == Combined::booleans)
          return {Type::tensor(ElementType::i1, std::move(shape))};
        constraint(op, x.element == ElementType::f32 || x.element == ElementType::f64, label(op, 1),
                   "the operands are a {} and a {}, expected f32 or f64", x.str(), y.str());
        return {Type::tensor(complex_of(x.element), std::move(shape))};
      },
      [applied](Builder& b, const Operation& op) {
        const Shape& shape = op.result_type().shape;
        Attributes attributes = op.attributes;
        attributes.erase("broadcast_dimensions");
        return b.create(
            applied,
            {broadcast_to(b, op, op.operand(0), shape), broadcast_to(b, op, op.operand(1), shape)},
            std::move(attributes), op.result_types());
      });
  def.attributes = "broadcast_dimensions?:ints";
  def.result_constraints = {.element = 1, .shape = 3, .count = 1};
  return def;
}

}  // namespace

OpDef broadcast_add() {
  return broadcasting("chlo.broadcast_add", "stablehlo.add", Elements::any);
}
OpDef broadcast_and() {
  return broadcasting("chlo.broadcast_and", "stablehlo.and", Elements::logical);
}
OpDef broadcast_atan2() {
  return broadcasting("chlo.broadcast_atan2", "stablehlo.atan2", Elements::floats_or_complex);
}
OpDef broadcast_complex() {
  return broadcasting("chlo.broadcast_complex", "stablehlo.complex", Elements::floats,
                      Combined::complex_numbers);
}
OpDef broadcast_divide() {
  return broadcasting("chlo.broadcast_divide", "stablehlo.divide", Elements::numbers);
}
OpDef broadcast_maximum() {
  return broadcasting("chlo.broadcast_maximum", "stablehlo.maximum", Elements::any);
}
OpDef broadcast_minimum() {
  return broadcasting("chlo.broadcast_minimum", "stablehlo.minimum", Elements::any);
}
OpDef broadcast_multiply() {
  return broadcasting("chlo.broadcast_multiply", "stablehlo.multiply", Elements::any);
}
OpDef broadcast_next_after() {
  return broadcasting("chlo.broadcast_next_after", "chlo.next_after", Elements::floats);
}
OpDef broadcast_or() {
  return broadcasting("chlo.broadcast_or", "stablehlo.or", Elements::logical);
}
OpDef broadcast_polygamma() {
  return broadcasting("chlo.broadcast_polygamma", "chlo.polygamma", Elements::floats);
}
OpDef broadcast_power() {
  return broadcasting("chlo.broadcast_power", "stablehlo.power", Elements::numbers);
}
OpDef broadcast_remainder() {
  return broadcasting("chlo.broadcast_remainder", "stablehlo.remainder", Elements::numbers);
}
OpDef broadcast_shift_left() {
  return broadcasting("chlo.broadcast_shift_left", "stablehlo.shift_left", Elements::integers);
}
OpDef broadcast_shift_right_arithmetic() {
  return broadcasting("chlo.broadcast_shift_right_arithmetic", "stablehlo.shift_right_arithmetic",
                      Elements::integers);
}
OpDef broadcast_shift_right_logical() {
  return broadcasting("chlo.broadcast_shift_right_logical", "stablehlo.shift_right_logical",
                      Elements::integers);
}
OpDef broadcast_subtract() {
  return broadcasting("chlo.broadcast_subtract", "stablehlo.subtract", Elements::numbers);
}
OpDef broadcast_xor() {
  return broadcasting("chlo.broadcast_xor", "stablehlo.xor", Elements::logical);
}
OpDef broadcast_zeta() {
  return broadcasting("chlo.broadcast_zeta", "chlo.zeta", Elements::floats);
}

OpDef broadcast_compare() {
  OpDef def = broadcasting("chlo.broadcast_compare", "stablehlo.compare", Elements::any,
                           Combined::booleans);
  def.attributes =
      "broadcast_dimensions?:ints, comparison_direction:enum.comparison_direction:i4, "
      "compare_type?:enum.comparison_type:i5";
  return def;
}

OpDef broadcast_select() {
  OpDef def = derived(
      "chlo.broadcast_select", "$0, $1, $2 : functional",
      [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 3);
        const Type &predicate = op.operand_type(0), &x = op.operand_type(1),
                   &y = op.operand_type(2);
        constraint(op, predicate.element == ElementType::i1, "broadcast_select_i1",
                   "the predicate is a {}, expected elements of type i1", predicate.str());
        constraint(op, same_baseline_elements(x, y), "broadcast_select_c1",
                   "the values are a {} and a {}, expected one type of elements", x.str(), y.str());
        return {
            x.with(broadcast_shape(op, predicate.shape, broadcast_shape(op, x.shape, y.shape)))};
      },
      [](Builder& b, const Operation& op) -> std::vector<Value> {
        std::vector<Value> wide;
        for (Value operand : op.operands)
          wide.push_back(broadcast_to(b, op, operand, op.result_type().shape));
        return {select(b, wide[0], wide[1], wide[2])};
      });
  def.result_constraints = {.element = 1, .shape = 3, .count = 1};
  return def;
}

}  // namespace tutti::op
