// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<1x3x2x!quant.uniform<i8:f32, 5.000000e-01>>, %y: tensor<2x2x2x!quant.uniform<i16:f32, 5.000000e-01>>, %p: tensor<1x2xi64>) {
  %z = "stablehlo.dynamic_conv"(%x, %y, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x2x!quant.uniform<i16:f32, 5.000000e-01>>, tensor<1x2xi64>) -> tensor<1x2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}
