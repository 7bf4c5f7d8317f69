// SPDX-License-Identifier: Apache-2.0
#include "op/convolution.h"

#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/dynamic.h"
#include "op/rules/narrow_bits.h"
#include "op/rules/quantized.h"
#include "op/rules/window.h"

namespace tutti::op {
namespace {

/// The axes of the three tensors, and the window over the spatial ones. Kernel: "batch" stands for
/// its input features, "feature" for its output features.
struct Side {
  int64_t batch = 0, feature = 0;
  std::vector<int64_t> spatial;

  std::vector<int64_t> all() const { return joined({batch, feature}, spatial); }
};
struct Numbers {
  Side input, kernel, output;
};

Numbers numbers_of(const Operation& op) {
  const ir::RecordAttribute& r = op.record_attribute("dimension_numbers");
  const auto side = [&](const char* batch, const char* feature, const char* spatial) {
    return Side{ir::record_int(r, batch), ir::record_int(r, feature), ir::record_ints(r, spatial)};
  };
  return {side("input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"),
          side("kernel_input_feature_dimension", "kernel_output_feature_dimension",
               "kernel_spatial_dimensions"),
          side("output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions")};
}

/// Whether the padding is an operand that is no constant.
bool has_unknown_padding(const Operation& op) {
  return op.operand_count() == 3 && !constant_of(op.operand(2));
}

std::vector<int64_t> padding_of(const Operation& op, int64_t spatial) {
  if (op.operand_count() != 3) return padding_list(op, spatial, label(op, 4));
  const Type& type = op.operand_type(2);
  constraint(op, ir::is_integer(type.element), "dynamic_conv_i3",
             "the padding is a {}, expected integers", type.str());
  constraint(op, type.shape == Shape{spatial, 2}, label(op, 4),
             "the padding is a {}, expected shape [{}, 2]", type.str(), spatial);
  std::vector<int64_t> padding(static_cast<size_t>(2 * spatial), 0);
  const ir::Tensor* values = constant_of(op.operand(2));
  for (size_t i = 0; values && i < padding.size(); i++)
    padding[i] = values->int_at(static_cast<int64_t>(i));
  expect_paddings(op, padding, label(op, 4));
  return padding;
}

std::vector<WindowAxis> window_of(const Operation& op, const Numbers& n) {
  const int64_t spatial = op.operand_type(0).rank() - 2;
  const auto strides = positive_list(op, "window_strides", spatial, label(op, 2), label(op, 3));
  const auto base = positive_list(op, "lhs_dilation", spatial, label(op, 5), label(op, 6));
  const auto dilation = positive_list(op, "rhs_dilation", spatial, label(op, 7), label(op, 8));
  const auto padding = padding_of(op, spatial);
  const auto reversal =
      op.ints_attribute("window_reversal", std::vector<int64_t>(static_cast<size_t>(spatial), 0));
  constraint(op, static_cast<int64_t>(reversal.size()) == spatial, label(op, 9),
             "window_reversal has {} entries, expected {}", reversal.size(), spatial);
  std::vector<WindowAxis> axes;
  for (size_t d = 0; d < strides.size(); d++)
    axes.push_back({op.operand_type(1).dim(n.kernel.spatial[d]), strides[d], padding[2 * d],
                    padding[2 * d + 1], base[d], dilation[d], reversal[d] != 0});
  return axes;
}

void check_side(const Operation& op, const Side& side, int64_t rank, std::string_view what,
                std::string_view size_label, std::string_view axes_label) {
  constraint(op, static_cast<int64_t>(side.spatial.size()) == rank - 2, size_label,
             "{} spatial dimensions of the {}, expected {}", side.spatial.size(), what, rank - 2);
  expect_unique(op, side.all(), fmt::format("the axes of the {}", what), axes_label);
  expect_in_range(op, side.all(), rank, fmt::format("the axes of the {}", what), axes_label);
}

void check_groups(const Operation& op, const Numbers& n) {
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
  const Numbers n = numbers_of(op);
  const auto window = window_of(op, n);
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
      for (size_t d = 0; d < window.size(); d++) {
        const int64_t element =
            window[d].element(lhs.type.dim(n.input.spatial[d]),
                              at[static_cast<size_t>(n.output.spatial[d])], inside[d]);
        if (element < 0) return;
        x += element * step(lhs_steps, n.input.spatial[d]);
        w += inside[d] * step(rhs_steps, n.kernel.spatial[d]);
      }
      for (int64_t i = 0; i < features; i++) {
        if (out.is_float())
          out.f(flat) += lhs.f(x) * rhs.f(w);
        else if (out.is_complex())
          out.c(flat) += lhs.c(x) * rhs.c(w);
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

struct Groups {
  int64_t features, batches;
};

Value emit(Builder& b, Value lhs, Value rhs, const Numbers& n,
           const std::vector<WindowAxis>& window, const Groups& groups, const Type& result) {
  ir::RecordAttribute record{"stablehlo.conv", {}};
  const auto side = [&](const Side& s, const char* batch, const char* feature,
                        const char* spatial) {
    record.fields.set(batch, ir::int_attribute(s.batch));
    record.fields.set(feature, ir::int_attribute(s.feature));
    record.fields.set(spatial, ir::ints_attribute(s.spatial));
  };
  side(n.input, "input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions");
  side(n.kernel, "kernel_input_feature_dimension", "kernel_output_feature_dimension",
       "kernel_spatial_dimensions");
  side(n.output, "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions");
  std::vector<int64_t> strides, padding, base, dilation, reversal;
  for (const WindowAxis& axis : window) {
    strides.push_back(axis.stride);
    padding.insert(padding.end(), {axis.low, axis.high});
    base.push_back(axis.base_dilation);
    dilation.push_back(axis.window_dilation);
    reversal.push_back(axis.reversed);
  }
  const Type edges = Type::tensor(ElementType::i64, {static_cast<int64_t>(window.size()), 2});
  return b.one(
      "stablehlo.convolution", {lhs, rhs},
      ir::attributes({{"dimension_numbers", record},
                      {"window_strides", ir::ints_attribute(strides)},
                      {"padding", ir::Tensor::of_ints(edges, padding)},
                      {"lhs_dilation", ir::ints_attribute(base)},
                      {"rhs_dilation", ir::ints_attribute(dilation)},
                      {"window_reversal", ir::IntArrayAttribute{reversal, ElementType::i1}},
                      {"batch_group_count", ir::int_attribute(groups.batches)},
                      {"feature_group_count", ir::int_attribute(groups.features)}}),
      {result});
}

/// Groups that are the outer part of one axis become the outer part of another.
Value regrouped(Builder& b, Value x, int64_t groups, int64_t from, int64_t to) {
  if (groups == 1) return x;
  Shape split = x->type.shape, merged = split;
  merged[static_cast<size_t>(from)] /= groups;
  merged[static_cast<size_t>(to)] *= groups;
  split[static_cast<size_t>(from)] /= groups;
  split.insert(split.begin() + from, groups);
  std::vector<int64_t> order;
  for (int64_t axis = 0; axis < x->type.rank(); axis++) {
    if (axis == to) order.push_back(from);
    order.push_back(axis < from ? axis : axis + 1);
  }
  return reshape(b, transpose(b, reshape(b, x, split), order), merged);
}

int64_t dilated(int64_t length, int64_t dilation) {
  return (length - 1) * dilation + 1;
}

// dx: dy, dilated by the strides, under the kernel turned around and its features exchanged.
// dw: x under dy, batches summed, the strides becoming the dilation of dy.
// Groups of features stay such for dx, the kernel's of outputs becoming its of inputs; for dw each
// is a part of the batch. Groups of batches are groups of features there, and the other way round.
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const Groups groups{v.op.int_attribute("feature_group_count"),
                      v.op.int_attribute("batch_group_count")};
  const Numbers n = numbers_of(v.op);
  const auto window = window_of(v.op, n);
  const ElementType element = common_type(v.op.operand_type(0).element, v.op.result_type().element);
  Value x = convert(b, v.op.operand(0), element), w = convert(b, v.op.operand(1), element),
        dy = convert(b, v.gradient(), element);
  v.operand_gradients = {nullptr, nullptr};
  if (dy->type.count() == 0 || x->type.count() == 0 || w->type.count() == 0) return;
  std::vector<WindowAxis> for_x = window, for_w = window;
  std::vector<int64_t> turned;
  for (size_t d = 0; d < window.size(); d++) {
    const WindowAxis& axis = window[d];
    const int64_t in = dilated(x->type.dim(n.input.spatial[d]), axis.base_dilation),
                  kernel = dilated(axis.size, axis.window_dilation),
                  out = dilated(dy->type.dim(n.output.spatial[d]), axis.stride);
    const int64_t before = kernel - axis.low - 1;
    for_x[d] = {axis.size,   axis.base_dilation,   before,        in + kernel - 1 - out - before,
                axis.stride, axis.window_dilation, !axis.reversed};
    for_w[d] = {dy->type.dim(n.output.spatial[d]),
                axis.window_dilation,
                axis.low,
                out + kernel - in - axis.low - 1,
                axis.base_dilation,
                axis.stride,
                false};
    if (axis.reversed) turned.push_back(n.kernel.spatial[d]);
  }
  const Side kernel_exchanged{n.kernel.feature, n.kernel.batch, n.kernel.spatial};
  if (v.wanted[0]) {
    const int64_t all = groups.features * groups.batches;  // one of them is 1
    Type type = x->type;
    type.shape[static_cast<size_t>(n.input.feature)] *= groups.batches;
    type.shape[static_cast<size_t>(n.input.batch)] /= groups.batches;
    Value by_inputs = regrouped(b, w, all, n.kernel.feature, n.kernel.batch);
    Value dx = emit(b, dy, by_inputs, {n.output, kernel_exchanged, n.input}, for_x, {all, 1}, type);
    v.operand_gradients[0] = regrouped(b, dx, groups.batches, n.input.feature, n.input.batch);
  }
  if (!v.wanted[1]) return;
  const Side by_feature{n.input.feature, n.input.batch, n.input.spatial};
  Value dw = emit(b, x, dy, {by_feature, n.output, n.kernel}, for_w,
                  {groups.batches, groups.features}, w->type);
  if (!turned.empty())
    dw = b.one("stablehlo.reverse", {dw},
               ir::attributes({{"dimensions", ir::ints_attribute(turned)}}));
  v.operand_gradients[1] = dw;
}

}  // namespace

namespace {

void check_quantized(const Operation& op, const Numbers& n) {
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
  const Numbers n = numbers_of(op);
  check_side(op, n.input, rank, "input", label(op, 12), label(op, 13));
  check_side(op, n.kernel, rank, "kernel", label(op, 17), label(op, 18));
  check_side(op, n.output, rank, "output", label(op, 19), label(op, 20));
  check_groups(op, n);
  const auto window = window_of(op, n);
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
      .vjp = vjp,
      .decompose = widened,
      .takes_scales_along_axis = true,
      .low_precision_operands = {0, 1},
  };
}

}  // namespace tutti::op
