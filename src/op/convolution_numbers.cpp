// SPDX-License-Identifier: Apache-2.0
#include "op/convolution_numbers.h"

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/dynamic.h"

namespace tutti::op {
namespace {

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

}  // namespace

ConvolutionNumbers convolution_numbers(const Operation& op) {
  const ir::RecordAttribute& r = op.record_attribute("dimension_numbers");
  const auto side = [&](const char* batch, const char* feature, const char* spatial) {
    return ConvolutionSide{ir::record_int(r, batch), ir::record_int(r, feature),
                           ir::record_ints(r, spatial)};
  };
  return {side("input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"),
          side("kernel_input_feature_dimension", "kernel_output_feature_dimension",
               "kernel_spatial_dimensions"),
          side("output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions")};
}

bool has_unknown_padding(const Operation& op) {
  return op.operand_count() == 3 && !constant_of(op.operand(2));
}

std::vector<WindowAxis> convolution_window(const Operation& op, const ConvolutionNumbers& n) {
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

}  // namespace tutti::op
