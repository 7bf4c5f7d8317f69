// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/common.h"
#include "op/rules/quantized.h"
#include "op/rules/reduction.h"
#include "op/rules/regions.h"
#include "op/rules/window.h"
#include "op/scatter.h"

namespace tutti::op {
namespace {

std::vector<WindowAxis> axes_of(const Operation& op) {
  return window_axes(op, op.operand_type(0).rank(),
                     {"select_and_scatter_c4", "select_and_scatter_c5", "select_and_scatter_c6",
                      "select_and_scatter_c7", "select_and_scatter_c7", "select_and_scatter_c7",
                      "select_and_scatter_c5", "select_and_scatter_c5", "select_and_scatter_c8"});
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  const Type& operand = op.operand_type(0);
  const Type& source = op.operand_type(1);
  const Type scalar = operand.with(Shape());
  constraint(op, same_elements(source, operand), "select_and_scatter_c1",
             "the source has elements of type {}, expected {}", element_text(source),
             element_text(operand));
  constraint(op, op.operand_type(2) == scalar, "select_and_scatter_c3",
             "the initial value is a {}, expected {}", op.operand_type(2).str(), scalar.str());
  constraint(op, operand.rank() == 0 || op.attributes.find("window_dimensions"),
             "select_and_scatter_c4", "window_dimensions are missing, expected {}", operand.rank());
  const auto axes = axes_of(op);
  Shape windows;
  for (size_t d = 0; d < axes.size(); d++) windows.push_back(axes[d].count(operand.shape[d]));
  constraint(op, ir::compatible(source.shape, windows), "select_and_scatter_c2",
             "the source has shape {}, expected {}, the number of windows", ir::str(source.shape),
             ir::str(windows));
  expect_regions(op, 2, "select_and_scatter_c9");
  expect_signature(op, 0, {scalar, scalar}, {Type::scalar(ElementType::i1)},
                   "select_and_scatter_c9", "select_and_scatter_c9");
  return {expect_reducer(op, 1, 1, "select_and_scatter_c10")[0].with(operand.shape)};
}

Array scalar_of(const Array& from, int64_t index, const Type& type) {
  Array scalar(type);
  scalar.copy_element(0, from, index);
  return scalar;
}

/// The places inside a window, in row-major order.
std::vector<Shape> places_of(const std::vector<WindowAxis>& axes) {
  Shape window;
  for (const WindowAxis& axis : axes) window.push_back(axis.size);
  std::vector<Shape> places;
  ir::for_each_index(window, [&](int64_t, const Shape& inside) { places.push_back(inside); });
  return places;
}

/// The flat index of the operand that a window's place reads, or -1 in the padding.
int64_t element_at(const std::vector<WindowAxis>& axes, const Shape& shape, const Shape& at,
                   const Shape& inside) {
  int64_t flat = 0;
  for (size_t d = 0; d < axes.size(); d++) {
    const int64_t element = axes[d].element(shape[d], at[d], inside[d]);
    if (element < 0) return -1;
    flat = flat * shape[d] + element;
  }
  return flat;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const auto axes = axes_of(op);
  const auto places = places_of(axes);
  const Shape& shape = in[0]->type.shape;
  Array out(op.result_type());
  for (int64_t k = 0; k < out.count(); k++) out.copy_element(k, *in[2], 0);
  const Type from = in[0]->type.with(Shape()), to = out.type.with(Shape());
  const auto keeps = [&](int64_t selected, int64_t candidate) {
    std::vector<Array> pair = {scalar_of(*in[0], selected, from),
                               scalar_of(*in[0], candidate, from)};
    return evaluation.run_region(*op.regions[0], std::move(pair))[0].i(0) != 0;
  };
  ir::for_each_index(in[1]->type.shape, [&](int64_t source, const Shape& at) {
    int64_t selected = -1;
    for (const Shape& inside : places) {
      const int64_t candidate = element_at(axes, shape, at, inside);
      if (candidate >= 0 && (selected < 0 || !keeps(selected, candidate))) selected = candidate;
    }
    if (selected < 0) return;
    std::vector<Array> pair = {scalar_of(out, selected, to), scalar_of(*in[1], source, to)};
    out.copy_element(selected, evaluation.run_region(*op.regions[1], std::move(pair))[0], 0);
  });
  return {std::move(out)};
}

/// For each window, the element of `values` (the operand's shape) where its selected element is:
/// the operand, the values and whether they are no padding are reduced together.
Value selected_of(Builder& b, const Operation& op, Value values) {
  Value operand = op.operand(0);
  Value there = constant(b, operand->type.with(ElementType::i1), 1);
  std::vector<Value> operands = {operand, values, there};
  for (Value value : {operand, values, there})
    operands.push_back(constant(b, Type::scalar(value->type.element), 0));
  return b.create("stablehlo.reduce_window", operands, op.attributes, {}, [&](Operation& window) {
    Block& block = window.add_region();
    std::vector<Value> sides[2];
    for (auto& side : sides)
      for (Value value : {operand, values, there})
        side.push_back(block.add_argument(Type::scalar(value->type.element)));
    const auto& [now, next] = sides;
    Builder inner(block, b.catalogue());
    inner.location = b.location;
    ir::ValueMap map = {{op.regions[0]->arguments[0].get(), now[0]},
                        {op.regions[0]->arguments[1].get(), next[0]}};
    Value keeps = ir::clone_body(*op.regions[0], block, map)[0];
    // Padding is never selected, and anything rather than it.
    Value stays = inner.one("stablehlo.or", {inner.one("stablehlo.not", {next[2]}),
                                             inner.one("stablehlo.and", {now[2], keeps})});
    std::vector<Value> kept;
    for (size_t i = 0; i < now.size(); i++) kept.push_back(select(inner, stays, now[i], next[i]));
    inner.create("stablehlo.return", kept);
  })[1];
}

/// The place in the operand that each window selects, to which a scatter brings its element.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Type& operand = op.operand_type(0);
  if (!operand.is_static()) return {};
  const int64_t count = operand.count(), windows = op.operand_type(1).count();
  const ElementType element = op.result_type().element;
  Value numbers = iota(b, Type::tensor(ElementType::i64, {count}), 0);
  // From 1 on, for what is all padding selects 0; a scatter drops place -1.
  Value selected = selected_of(b, op, reshape(b, shift(b, numbers, 1), operand.shape));
  Value places = reshape(b, shift(b, selected, -1), {windows, 1});
  Value source = reshape(b, convert(b, op.operand(1), element), {windows});
  ScatterNumbers scatter;
  scatter.inserted_window_dims = scatter.scatter_dims_to_operand_dims = {0};
  scatter.index_vector_dim = 1;
  Value start = splat(b, convert(b, op.operand(2), element), {count});
  Value sums = scatter_by(b, start, places, source, scatter, *op.regions[1]);
  return {reshape(b, sums, operand.shape)};
}

// sum: ds = dy where s went; what is selected changes in steps
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const Operation* reducer = reducer_of(*v.op.regions[1]);
  if (!reducer || reducer->name() != "stablehlo.add")
    ir::operation_error(v.op, "only one that adds what it scatters has a derivative");
  Value dy = v.gradient();
  v.operand_gradients = {nullptr, selected_of(b, v.op, dy), nullptr};
  if (v.wanted[2]) v.operand_gradients[2] = reduce_sum(b, dy, all_axes(dy->type.rank()));
}

}  // namespace

OpDef select_and_scatter() {
  return {
      .name = "stablehlo.select_and_scatter",
      .attributes = "window_dimensions?:ints, window_strides?:ints, padding?:dense:c8",
      .infer = infer,
      .result_constraints = {.element = 12, .shape = 11, .count = 12},
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
