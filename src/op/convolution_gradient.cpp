// SPDX-License-Identifier: Apache-2.0
#include "op/convolution_gradient.h"

#include "op/catalogue.h"
#include "op/convolution_numbers.h"
#include "op/emit.h"
#include "op/rules/window.h"

namespace tutti::op {
namespace {

struct Groups {
  int64_t features, batches;
};

Value emit(Builder& b, Value lhs, Value rhs, const ConvolutionNumbers& n,
           const std::vector<WindowAxis>& window, const Groups& groups, const Type& result) {
  ir::RecordAttribute record{"stablehlo.conv", {}};
  const auto side = [&](const ConvolutionSide& s, const char* batch, const char* feature,
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

}  // namespace

void convolution_vjp(Vjp& v) {
  Builder& b = v.builder;
  const Groups groups{v.op.int_attribute("feature_group_count"),
                      v.op.int_attribute("batch_group_count")};
  const ConvolutionNumbers n = convolution_numbers(v.op);
  const auto window = convolution_window(v.op, n);
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
  const ConvolutionSide kernel_exchanged{n.kernel.feature, n.kernel.batch, n.kernel.spatial};
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
  const ConvolutionSide by_feature{n.input.feature, n.input.batch, n.input.spatial};
  Value dw = emit(b, x, dy, {by_feature, n.output, n.kernel}, for_w,
                  {groups.batches, groups.features}, w->type);
  if (!turned.empty())
    dw = b.one("stablehlo.reverse", {dw},
               ir::attributes({{"dimensions", ir::ints_attribute(turned)}}));
  v.operand_gradients[1] = dw;
}

}  // namespace tutti::op
