// SPDX-License-Identifier: Apache-2.0
func.func @main(%l: tensor<1x4x2xf32>, %r: tensor<2x2x2xf32>, %p: tensor<1x2xi64>) {
  %y = "stablehlo.dynamic_conv"(%l, %r, %p) <{batch_group_count = -1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x2xf32>, tensor<2x2x2xf32>, tensor<1x2xi64>) -> tensor<1x3x2xf32>
  return
}
