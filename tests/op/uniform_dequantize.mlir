// SPDX-License-Identifier: Apache-2.0
func.func @by_one_scale() {
  %q = "stablehlo.constant"() <{value = dense<[5, 4, -128]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %x = stablehlo.uniform_dequantize %q : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3xf32>
  check.expect_eq_const %x, dense<[1.0, 0.5, -65.5]> : tensor<3xf32>
  return
}
func.func @by_a_scale_for_each_column() {
  %q = "stablehlo.constant"() <{value = dense<[[3, 1], [-127, -2]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01:1, 2.500000e-01:-3}>>
  %x = stablehlo.uniform_dequantize %q : (tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01:1, 2.500000e-01:-3}>>) -> tensor<2x2xf32>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [-64.0, 0.25]]> : tensor<2x2xf32>
  return
}
