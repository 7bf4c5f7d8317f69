// SPDX-License-Identifier: Apache-2.0
func.func @main(%l: tensor<1x4x2xf32>, %r: tensor<2x2x2xf32>, %p: tensor<1x2xi64>) {
  %y = "stablehlo.dynamic_conv"(%l, %r, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = []>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x2xf32>, tensor<1x2xi64>) -> tensor<1x3x2xf32>
  return
}
