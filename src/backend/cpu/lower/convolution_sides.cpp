// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/convolution_sides.h"

namespace tutti::backend::cpu {
namespace {

ConvolutionSide side_of(const ir::Operation& op, const char* batch, const char* feature,
                        const char* spatial) {
  const ir::RecordAttribute& record = op.record_attribute("dimension_numbers");
  return {ir::record_int(record, batch), ir::record_int(record, feature),
          ir::record_ints(record, spatial)};
}

std::vector<op::WindowAxis> window_of(const ir::Operation& op, const ConvolutionSide& kernel) {
  const auto spatial = static_cast<int64_t>(kernel.spatial.size());
  const auto list = [&](std::string_view name) {
    return op::positive_list(op, name, spatial, "", "");
  };
  const auto strides = list("window_strides"), base = list("lhs_dilation"),
             dilation = list("rhs_dilation"), padding = op::padding_list(op, spatial, "");
  const auto reversal =
      op.ints_attribute("window_reversal", std::vector<int64_t>(kernel.spatial.size(), 0));
  std::vector<op::WindowAxis> axes;
  for (size_t d = 0; d < kernel.spatial.size(); d++)
    axes.push_back({op.operand_type(1).dim(kernel.spatial[d]), strides[d], padding[2 * d],
                    padding[2 * d + 1], base[d], dilation[d], reversal[d] != 0});
  return axes;
}

}  // namespace

ConvolutionSides::ConvolutionSides(const ir::Operation& op)
    : input(side_of(op, "input_batch_dimension", "input_feature_dimension",
                    "input_spatial_dimensions")),
      kernel(side_of(op, "kernel_input_feature_dimension", "kernel_output_feature_dimension",
                     "kernel_spatial_dimensions")),
      output(side_of(op, "output_batch_dimension", "output_feature_dimension",
                     "output_spatial_dimensions")),
      window(window_of(op, kernel)) {}

}  // namespace tutti::backend::cpu
