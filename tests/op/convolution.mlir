// SPDX-License-Identifier: Apache-2.0
func.func @with_padding() {
  %l = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf64>
  %r = stablehlo.constant dense<[[[10.0]], [[1.0]]]> : tensor<2x1x1xf64>
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf64>, tensor<2x1x1xf64>) -> tensor<1x4x1xf64>
  check.expect_eq_const %y, dense<[[[1.0], [12.0], [23.0], [30.0]]]> : tensor<1x4x1xf64>
  return
}
func.func @strides_dilations_reversal() {
  %l = stablehlo.constant dense<[[[1, 2, 3]]]> : tensor<1x1x3xi32>
  %r = stablehlo.constant dense<[[[10, 1]]]> : tensor<1x1x2xi32>
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], lhs_dilate = [2], rhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x3xi32>, tensor<1x1x2xi32>) -> tensor<1x1x2xi32>
  check.expect_eq_const %y, dense<[[[21, 32]]]> : tensor<1x1x2xi32>
  return
}
func.func @feature_groups_and_the_raw_form() {
  %l = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %r = stablehlo.constant dense<[[3.0, 5.0]]> : tensor<1x2xf32>
  %y = "stablehlo.convolution"(%l, %r) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const %y, dense<[[3.0, 10.0]]> : tensor<1x2xf32>
  %z = "stablehlo.convolution"(%l, %r) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = []>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  check.expect_eq %z, %y : tensor<1x2xf32>
  return
}
func.func @batch_groups() {
  %l = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %r = stablehlo.constant dense<[[3.0, 5.0]]> : tensor<1x2xf32>
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x1xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const %y, dense<[[3.0, 10.0]]> : tensor<1x2xf32>
  return
}
func.func @gradient(%l: tensor<2x5x4x2xf64>, %r: tensor<3x2x2x3xf64>) -> tensor<2x2x3x3xf64> {
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x4x2xf64>, tensor<3x2x2x3xf64>) -> tensor<2x2x3x3xf64>
  return %y : tensor<2x2x3x3xf64>
}
func.func @gradient_with_dilations_and_reversal(%l: tensor<2x1x4xf64>, %r: tensor<3x1x2xf64>) -> tensor<2x3x4xf64> {
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[2, 1]], lhs_dilate = [2], rhs_dilate = [3], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x4xf64>, tensor<3x1x2xf64>) -> tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}

func.func @narrow_elements() {
  %l = stablehlo.constant dense<[[[1.0, -2.0, 3.0]]]> : tensor<1x1x3xf8E4M3FN>
  %r = stablehlo.constant dense<[[[10.0, 0.5]]]> : tensor<1x1x2xf8E4M3FN>
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x3xf8E4M3FN>, tensor<1x1x2xf8E4M3FN>) -> tensor<1x1x2xf32>
  check.expect_eq_const %y, dense<[[[9.0, -18.5]]]> : tensor<1x1x2xf32>
  %a = stablehlo.constant dense<[[[1, -2, 3]]]> : tensor<1x1x3xi4>
  %b = stablehlo.constant dense<[[[5, 2]]]> : tensor<1x1x2xi4>
  %c = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x3xi4>, tensor<1x1x2xi4>) -> tensor<1x1x2xi4>
  check.expect_eq_const %c, dense<[[[1, -4]]]> : tensor<1x1x2xi4>
  return
}
func.func @gradient_in_a_wider_type(%l: tensor<2x4x2xf32>, %r: tensor<3x2x3xf32>) -> tensor<2x2x3xf64> {
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<3x2x3xf32>) -> tensor<2x2x3xf64>
  return %y : tensor<2x2x3xf64>
}
func.func @gradient_of_groups_of_features(%l: tensor<2x9x6xf64>, %r: tensor<3x3x4xf64>) -> tensor<2x4x4xf64> {
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 1]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x9x6xf64>, tensor<3x3x4xf64>) -> tensor<2x4x4xf64>
  return %y : tensor<2x4x4xf64>
}
func.func @gradient_of_each_feature_alone(%l: tensor<1x3x5xf64>, %r: tensor<6x1x2xf64>) -> tensor<1x6x4xf64> {
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x3x5xf64>, tensor<6x1x2xf64>) -> tensor<1x6x4xf64>
  return %y : tensor<1x6x4xf64>
}
func.func @gradient_of_groups_of_batches(%l: tensor<6x5x2xf64>, %r: tensor<2x2x9xf64>) -> tensor<2x4x9xf64> {
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1]} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<6x5x2xf64>, tensor<2x2x9xf64>) -> tensor<2x4x9xf64>
  return %y : tensor<2x4x9xf64>
}
func.func @sums_of_booleans_are_or() {
  %x = stablehlo.constant dense<[[[true], [true], [false], [false]]]> : tensor<1x4x1xi1>
  %w = stablehlo.constant dense<true> : tensor<2x1x1xi1>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xi1>, tensor<2x1x1xi1>) -> tensor<1x3x1xi1>
  check.expect_eq_const %y, dense<[[[true], [true], [false]]]> : tensor<1x3x1xi1>
  return
}
func.func @without_spatial_dimensions() {
  %x = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %w = stablehlo.constant dense<[[3.0, 4.0], [5.0, 6.0]]> : tensor<2x2xf32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = [], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const %y, dense<[[13.0, 16.0]]> : tensor<1x2xf32>
  return
}
func.func @of_nothing() {
  %x = stablehlo.constant dense<1.0> : tensor<1x4x4x2xf32>
  %no_images = stablehlo.constant dense<> : tensor<0x4x4x2xf32>
  %no_rows = stablehlo.constant dense<> : tensor<1x0x4x2xf32>
  %no_features = stablehlo.constant dense<> : tensor<1x4x4x0xf32>
  %k = stablehlo.constant dense<1.0> : tensor<3x3x2x3xf32>
  %no_outputs = stablehlo.constant dense<> : tensor<3x3x2x0xf32>
  %no_inputs = stablehlo.constant dense<> : tensor<3x3x0x3xf32>
  %a = stablehlo.convolution(%no_images, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<0x2x2x3xf32>
  check.expect_eq_const %a, dense<> : tensor<0x2x2x3xf32>
  %b = stablehlo.convolution(%no_rows, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x0x2x3xf32>
  check.expect_eq_const %b, dense<> : tensor<1x0x2x3xf32>
  %c = stablehlo.convolution(%x, %no_outputs) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x0xf32>) -> tensor<1x2x2x0xf32>
  check.expect_eq_const %c, dense<> : tensor<1x2x2x0xf32>
  %d = stablehlo.convolution(%no_features, %no_inputs) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x0xf32>, tensor<3x3x0x3xf32>) -> tensor<1x2x2x3xf32>
  check.expect_eq_const %d, dense<0.0> : tensor<1x2x2x3xf32>
  %e = stablehlo.convolution(%no_rows, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  check.expect_eq_const %e, dense<0.0> : tensor<1x2x2x3xf32>
  return
}
// Padding is 0, and its products with infinities are NaN.
func.func @infinite_kernel_over_padding() {
  %l = stablehlo.constant dense<1.0> : tensor<1x1x3xf32>
  %r = stablehlo.constant dense<0x7F800000> : tensor<1x1x3xf32>
  %y = stablehlo.convolution(%l, %r) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x3xf32>, tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  check.expect_almost_eq_const %y, dense<[[[0x7FC00000, 0x7F800000, 0x7FC00000]]]> : tensor<1x1x3xf32>
  return
}
