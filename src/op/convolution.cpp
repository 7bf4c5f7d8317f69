// SPDX-License-Identifier: Apache-2.0
#include "op/convolution.h"

#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/convolution_gradient.h"
#include "op/convolution_numbers.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/narrow_bits.h"
#include "op/rules/quantized.h"
#include "op/rules/window.h"

namespace tutti::op {
namespace {

void check_side(const Operation& op, const ConvolutionSide& side, int64_t rank,
                std::string_view what, std::string_view size_label, std::string_view axes_label) {
  constraint(op, static_cast<int64_t>(side.spatial.size()) == rank - 2, size_label,
             "{} spatial dimensions of the {}, expected {}", side.spatial.size(), what, rank - 2);
  expect_unique(op, side.all(), fmt::format("the axes of the {}", what), axes_label);
  expect_in_range(op, side.all(), rank, fmt::format("the axes of the {}", what), axes_label);
}

void check_groups(const Operation& op, const ConvolutionNumbers& n) {
  const int64_t features = op.int_attribute("feature_group_count"),
                batches = op.int_attribute("batch_group_count");
  const Type& lhs = op.operand_type(0);
  const Type& rhs = op.operand_type(1);
  constraint(op, features > 0, label(op, 21),
             "feature_group_count is {}, expected a positive number", features);
  constraint(op, batches > 0, label(op, 22), "batch_group_count is {}, expected a positive number",
             batches);
  constraint(op, features == 1 || batches == 1, label(op, 23),
             "both group counts are above 1, expected one at most");
  constraint(op, may_divide(batches, lhs.dim(n.input.batch)), label(op, 10),
             "the batch is {}, expected a multiple of batch_group_count {}", lhs.dim(n.input.batch),
             batches);
  constraint(op, may_divide(features, lhs.dim(n.input.feature)), label(op, 11),
             "there are {} input features, expected a multiple of feature_group_count {}",
             lhs.dim(n.input.feature), features);
  const int64_t taken = divided(lhs.dim(n.input.feature), features);
  constraint(op, ir::compatible(rhs.dim(n.kernel.batch), taken), label(op, 14),
             "the kernel has {} input features, expected {}", rhs.dim(n.kernel.batch), taken);
  constraint(op, may_divide(batches, rhs.dim(n.kernel.feature)), label(op, 15),
             "there are {} output features, expected a multiple of batch_group_count {}",
             rhs.dim(n.kernel.feature), batches);
  constraint(op, may_divide(features, rhs.dim(n.kernel.feature)), label(op, 16),
             "there are {} output features, expected a multiple of feature_group_count {}",
             rhs.dim(n.kernel.feature), features);
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const ConvolutionNumbers n = convolution_numbers(op);
  const auto window = convolution_window(op, n);
  const Array &lhs = *in[0], &rhs = *in[1];
  const auto lhs_steps = ir::strides_of(lhs.type.shape), rhs_steps = ir::strides_of(rhs.type.shape);
  const auto step = [](const std::vector<int64_t>& steps, int64_t axis) {
    return steps[static_cast<size_t>(axis)];
  };
  Array out(op.result_type());
  const int64_t groups = op.int_attribute("feature_group_count"),
                batch_groups = op.int_attribute("batch_group_count");
  const int64_t features = rhs.type.dim(n.kernel.batch), outputs = rhs.type.dim(n.kernel.feature);
  const int64_t batch = out.type.dim(n.output.batch);
  Shape places;
  for (const WindowAxis& axis : window) places.push_back(axis.size);
  std::vector<Shape> indices;
  ir::for_each_index(out.type.shape,
                     [&](int64_t, const Shape& index) { indices.push_back(index); });
  evaluation.parallel(out.count(), [&](int64_t flat) {
    const Shape& at = indices[static_cast<size_t>(flat)];
    const int64_t o = at[static_cast<size_t>(n.output.feature)],
                  b = at[static_cast<size_t>(n.output.batch)];
    const int64_t first_feature = o / (outputs / groups) * features,
                  from_batch = o / (outputs / batch_groups) * batch + b;
    const int64_t lhs_base = from_batch * step(lhs_steps, n.input.batch) +
                             (groups > 1 ? first_feature : 0) * step(lhs_steps, n.input.feature);
    const int64_t rhs_base = o * step(rhs_steps, n.kernel.feature);
    ir::for_each_index(places, [&](int64_t, const Shape& inside) {
      int64_t x = lhs_base, w = rhs_base;
      bool is_element = true;  // and no padding, which is 0
      for (size_t d = 0; d < window.size(); d++) {
        const int64_t element =
            window[d].element(lhs.type.dim(n.input.spatial[d]),
                              at[static_cast<size_t>(n.output.spatial[d])], inside[d]);
        is_element = is_element && element >= 0;
        x += element * step(lhs_steps, n.input.spatial[d]);
        w += inside[d] * step(rhs_steps, n.kernel.spatial[d]);
      }
      for (int64_t i = 0; i < features; i++) {
        // A kernel of infinities and NaN makes NaN of padding too.
        if (out.is_float())
          out.f(flat) += (is_element ? lhs.f(x) : 0) * rhs.f(w);
        else if (out.is_complex())
          out.c(flat) += (is_element ? lhs.c(x) : 0) * rhs.c(w);
        else if (!is_element)
          return;
        else if (out.type.element == ElementType::i1)
          out.i(flat) |= lhs.i(x) & rhs.i(w);
        else
          out.i(flat) = ir::wrapping_add(out.i(flat), ir::wrapping_multiply(lhs.i(x), rhs.i(w)));
        x += step(lhs_steps, n.input.feature);
        w += step(rhs_steps, n.kernel.batch);
      }
    });
  });
  return {std::move(out)};
}

}  // namespace

namespace {

void check_quantized(const Operation& op, const ConvolutionNumbers& n) {
  check_quantized_product(op, {28, 31, 32, 33, 34});
  const Type &rhs = op.operand_type(1), &out = op.result_type();
  constraint(op, axis_of(rhs) < 0 || axis_of(rhs) == n.kernel.feature, label(op, 29),
             "the kernel has scales along axis {}, expected its output features, axis {}",
             axis_of(rhs), n.kernel.feature);
  const int64_t axis = out.is_quantized() ? axis_of(out) : -1;
  constraint(op, axis < 0 || axis == n.output.feature, label(op, 30),
             "the result has scales along axis {}, expected its features, axis {}", axis,
             n.output.feature);
}

}  // namespace

std::vector<Type> infer_convolution(const Operation& op) {
  expect_operands(op, op.name() == "stablehlo.convolution" ? 2 : 3);
  const Type& lhs = op.operand_type(0);
  const Type& out = declared(op);
  const int64_t rank = lhs.rank();
  constraint(op, rank >= 2 && op.operand_type(1).rank() == rank, label(op, 1),
             "the operands have ranks {} and {}, expected one from 2", rank,
             op.operand_type(1).rank());
  constraint(op, out.rank() == rank, label(op, 26), "the result has rank {}, expected {}",
             out.rank(), rank);
  const ConvolutionNumbers n = convolution_numbers(op);
  check_side(op, n.input, rank, "input", label(op, 12), label(op, 13));
  check_side(op, n.kernel, rank, "kernel", label(op, 17), label(op, 18));
  check_side(op, n.output, rank, "output", label(op, 19), label(op, 20));
  check_groups(op, n);
  const auto window = convolution_window(op, n);
  Shape shape(static_cast<size_t>(rank));
  shape[static_cast<size_t>(n.output.batch)] =
      divided(lhs.dim(n.input.batch), op.int_attribute("batch_group_count"));
  shape[static_cast<size_t>(n.output.feature)] = op.operand_type(1).dim(n.kernel.feature);
  for (size_t d = 0; d < window.size(); d++)
    shape[static_cast<size_t>(n.output.spatial[d])] =
        has_unknown_padding(op) ? ir::kDynamic : window[d].count(lhs.dim(n.input.spatial[d]));
  constraint(op, ir::compatible(out.shape, shape), label(op, 25),
             "the result has shape {}, expected {}", ir::str(out.shape), ir::str(shape));
  const bool quantized = lhs.is_quantized() || op.operand_type(1).is_quantized();
  if (quantized) check_quantized(op, n);
  const bool fits = quantized || (op.operand_type(1).element == lhs.element &&
                                  same_kind(lhs.element, out.element));
  constraint(op, fits, label(op, 27), "elements of type {} from {} and {}, expected one type",
             name_of(out.element), name_of(lhs.element), name_of(op.operand_type(1).element));
  precisions(op, label(op, 24));
  Shape known = out.shape;
  for (size_t axis = 0; axis < known.size(); axis++)
    if (shape[axis] != ir::kDynamic) known[axis] = shape[axis];
  return {out.with(known)};
}

/// The type in which narrow elements are computed with; any other type gives itself.
ElementType wide_type(ElementType type) {
  if (is_narrow_integer(type)) return ElementType::i32;
  return ir::is_float(type) && bit_width(type) <= 8 ? ElementType::f32 : type;
}

std::vector<Value> widened(Builder& b, const Operation& op) {
  const Type& result = op.result_type();
  const Type types[] = {op.operand_type(0), op.operand_type(1), result};
  if (std::all_of(std::begin(types), std::end(types),
                  [](const Type& type) { return wide_type(type.element) == type.element; }))
    return {};
  std::vector<Value> operands;
  for (Value operand : op.operands)
    operands.push_back(convert(b, operand, wide_type(operand->type.element)));
  return {convert(
      b, b.one(op.name(), operands, op.attributes, {result.with(wide_type(result.element))}),
      result.element)};
}

OpDef convolution() {
  return {
      .name = "stablehlo.convolution",
      .assembly = "($0, $1) @convolution : functional",
      .attributes = kConvolutionAttributes,
      .infer = infer_convolution,
      .evaluate = evaluate,
      .vjp = convolution_vjp,
      .decompose = widened,
      .takes_scales_along_axis = true,
      .low_precision_operands = {0, 1},
  };
}

}  // namespace tutti::op
