// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/common.h"
#include "op/rules/reduction.h"
#include "op/rules/region_emit.h"
#include "op/rules/regions.h"
#include "op/rules/window.h"

namespace tutti::op {
namespace {

std::vector<WindowAxis> axes_of(const Operation& op) {
  return window_axes(op, op.operand_type(0).rank(),
                     {"reduce_window_c4", "reduce_window_c5", "reduce_window_c6",
                      "reduce_window_c7", "reduce_window_c8", "reduce_window_c9",
                      "reduce_window_c10", "reduce_window_c11", "reduce_window_c12"});
}

std::vector<Type> infer(const Operation& op) {
  const size_t count = op.operand_count() / 2;
  constraint(op, count > 0 && op.operand_count() % 2 == 0, "reduce_window_c1",
             "{} operands, expected inputs and as many initial values", op.operand_count());
  Shape known = op.operand_type(0).shape;
  for (size_t i = 0; i < count; i++) {
    constraint(op, ir::compatible(op.operand_type(i).shape, known), "reduce_window_c2",
               "input {} has shape {}, expected {}", i, ir::str(op.operand_type(i).shape),
               ir::str(known));
    known = ir::merged(known, op.operand_type(i).shape);
    constraint(op, op.operand_type(count + i) == op.operand_type(i).with(Shape()),
               "reduce_window_c3", "initial value {} is a {}, expected {}", i,
               op.operand_type(count + i).str(), op.operand_type(i).with(Shape()).str());
  }
  const auto axes = axes_of(op);
  expect_regions(op, 1, "reduce_window_c13");
  const auto scalars = expect_reducer(op, 0, count, "reduce_window_c13");
  Shape shape;
  for (size_t d = 0; d < axes.size(); d++) shape.push_back(axes[d].count(known[d]));
  for (size_t i = 0; i < op.result_count(); i++)
    constraint(op, ir::compatible(op.result_type(i).shape, op.result_type(0).shape),
               "reduce_window_c14", "result {} has shape {}, expected {} as result 0", i,
               ir::str(op.result_type(i).shape), ir::str(op.result_type(0).shape));
  std::vector<Type> results;
  for (const Type& scalar : scalars) results.push_back(scalar.with(shape));
  return results;
}

Shape window_shape(const std::vector<WindowAxis>& axes) {
  Shape shape;
  for (const WindowAxis& axis : axes) shape.push_back(axis.size);
  return shape;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const size_t count = in.size() / 2;
  const auto axes = axes_of(op);
  const Shape window = window_shape(axes);
  const Shape& from = in[0]->type.shape;
  std::vector<Array> out;
  for (size_t i = 0; i < count; i++) out.emplace_back(op.result_type(i));
  const Operation* reducer = reducer_of(op);
  const bool adds =
      reducer && count == 1 && out[0].is_float() && reducer->name() == "stablehlo.add";
  ir::for_each_index(op.result_type(0).shape, [&](int64_t to, const Shape& at) {
    for (size_t i = 0; i < count; i++) out[i].copy_element(to, *in[count + i], 0);
    ir::for_each_index(window, [&](int64_t, const Shape& inside) {
      int64_t source = 0;
      for (size_t d = 0; d < axes.size(); d++) {
        const int64_t element = axes[d].element(from[d], at[d], inside[d]);
        source = element < 0 || source < 0 ? -1 : source * from[d] + element;
      }
      if (adds) {
        out[0].f(to) += source < 0 ? in[1]->f(0) : in[0]->f(source);
        return;
      }
      std::vector<Array> arguments;
      for (size_t i = 0; i < 2 * count; i++) {
        arguments.emplace_back(op.regions[0]->arguments[i]->type);
        // Padding holds the initial value, and takes part like any element.
        if (i < count)
          arguments.back().copy_element(0, out[i], to);
        else
          arguments.back().copy_element(0, source < 0 ? *in[i] : *in[i - count],
                                        std::max<int64_t>(source, 0));
      }
      const auto results = evaluation.run_region(*op.regions[0], std::move(arguments));
      for (size_t i = 0; i < count; i++) out[i].copy_element(to, results[i], 0);
    });
  });
  return out;
}

Value with_edges(Builder& b, Value x, Value edge, const std::vector<WindowAxis>& axes) {
  std::vector<int64_t> low, high, interior;
  for (const WindowAxis& axis : axes) {
    low.push_back(axis.low);
    high.push_back(axis.high);
    interior.push_back(axis.base_dilation - 1);
  }
  return b.one("stablehlo.pad", {x, edge},
               ir::attributes({{"edge_padding_low", ir::ints_attribute(low)},
                               {"edge_padding_high", ir::ints_attribute(high)},
                               {"interior_padding", ir::ints_attribute(interior)}}));
}

/// What pad did, undone for a gradient.
Value without_edges(Builder& b, Value padded, const std::vector<WindowAxis>& axes) {
  std::vector<int64_t> low, high, none(axes.size(), 0), strides;
  for (const WindowAxis& axis : axes) {
    low.push_back(-axis.low);
    high.push_back(-axis.high);
    strides.push_back(axis.base_dilation);
  }
  Value inside = pad(b, padded, 0, low, high, none);
  return slice(b, inside, none, inside->type.shape, strides);
}

/// For place `inside` of every window, the elements of the padded input that it reads.
struct Taken {
  std::vector<int64_t> starts, limits, strides;
};
Taken taken_at(const Shape& inside, const Shape& windows, const std::vector<WindowAxis>& axes) {
  Taken taken;
  for (size_t d = 0; d < axes.size(); d++) {
    taken.starts.push_back(inside[d] * axes[d].window_dilation);
    taken.limits.push_back(taken.starts[d] + (windows[d] - 1) * axes[d].stride + 1);
    taken.strides.push_back(axes[d].stride);
  }
  return taken;
}

// Each place of the window in turn: a slice of the padded input. sum: dy goes back to every slice;
// maximum, minimum: to the elements equal to the result, divided among them.
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const Operation* reducer = reducer_of(v.op);
  const std::string_view name = reducer ? reducer->name() : "";
  const bool adds = name == "stablehlo.add", largest = name == "stablehlo.maximum";
  if (v.wanted.back() || (!adds && !largest && name != "stablehlo.minimum")) return;
  const auto axes = axes_of(v.op);
  Value y = v.op.result(), dy = v.gradient(), x = convert(b, v.op.operand(0), y->type.element);
  v.operand_gradients = {nullptr, nullptr};
  if (y->type.count() == 0) return;
  const Shape& windows = y->type.shape;
  const double edge = adds ? 0 : largest ? -INFINITY : INFINITY;
  Value padded = with_edges(b, x, constant(b, Type::scalar(x->type.element), edge), axes);
  std::vector<Taken> places;
  ir::for_each_index(window_shape(axes), [&](int64_t, const Shape& inside) {
    places.push_back(taken_at(inside, windows, axes));
  });
  std::vector<Value> hits;
  Value total = nullptr;
  for (const Taken& place : places) {
    if (adds) break;
    hits.push_back(
        convert(b, compare(b, "EQ", slice(b, padded, place.starts, place.limits, place.strides), y),
                x->type.element));
    total = total ? add(b, total, hits.back()) : hits.back();
  }
  Value share = adds ? dy : divide(b, dy, total);
  Value sum = nullptr;
  for (size_t i = 0; i < places.size(); i++) {
    std::vector<int64_t> high, interior;
    for (size_t d = 0; d < axes.size(); d++) {
      high.push_back(padded->type.shape[d] - places[i].limits[d]);
      interior.push_back(axes[d].stride - 1);
    }
    Value part =
        pad(b, adds ? share : multiply(b, share, hits[i]), 0, places[i].starts, high, interior);
    sum = sum ? add(b, sum, part) : part;
  }
  v.operand_gradients[0] = without_edges(b, sum, axes);
}

/// The windows, one after another along a new first axis, which is then reduced.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const size_t count = op.operand_count() / 2;
  if (!op.operand_type(0).is_static()) return {};
  const auto axes = axes_of(op);
  const Shape& windows = op.result_type().shape;
  if (op.result_type().count() == 0) {
    std::vector<Value> none;
    for (const Type& type : op.result_types()) none.push_back(constant(b, type, 0));
    return none;
  }
  std::vector<Value> operands;
  for (size_t i = 0; i < count; i++) {
    Value padded = with_edges(b, op.operand(i), op.operand(count + i), axes);
    Shape row = windows;
    row.insert(row.begin(), 1);
    std::vector<Value> rows;
    ir::for_each_index(window_shape(axes), [&](int64_t, const Shape& inside) {
      const Taken place = taken_at(inside, windows, axes);
      rows.push_back(reshape(b, slice(b, padded, place.starts, place.limits, place.strides), row));
    });
    operands.push_back(concatenate(b, rows, 0));
  }
  operands.insert(operands.end(), op.operands.begin() + static_cast<std::ptrdiff_t>(count),
                  op.operands.end());
  return b.create("stablehlo.reduce", operands,
                  ir::attributes({{"dimensions", ir::ints_attribute({0})}}), {},
                  [&](Operation& reduction) { copy_region(*op.regions[0], reduction); });
}

}  // namespace

OpDef reduce_window() {
  return {
      .name = "stablehlo.reduce_window",
      .attributes =
          "window_dimensions:ints:c4, window_strides?:ints, base_dilations?:ints, "
          "window_dilations?:ints, padding?:dense:c12",
      .infer = infer,
      .result_constraints = {.element = 16, .shape = 15},
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
