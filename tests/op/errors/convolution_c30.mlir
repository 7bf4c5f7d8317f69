// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<1x3x2x!quant.uniform<i8:f32, 5.000000e-01>>, %y: tensor<2x2x2x!quant.uniform<i8:f32:2, {5.000000e-01, 5.000000e-01}>>) {
  %z = "stablehlo.convolution"(%x, %y) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x2x!quant.uniform<i8:f32:2, {5.000000e-01, 5.000000e-01}>>) -> tensor<1x2x2x!quant.uniform<i8:f32:1, {5.000000e-01, 5.000000e-01}>>
  return
}
