// SPDX-License-Identifier: Apache-2.0
func.func @main(%l: tensor<1x3x1xf32>, %r: tensor<2x1x1xf32>, %p: tensor<1x2xi64>) {
  %y = "stablehlo.dynamic_conv"(%l, %r, %p) <{dimension_numbers = #stablehlo.conv<[b, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x2x1xf32>
  return
}
