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
// In this file, as XLA's CPU compiler has no quantized types, and passes the other cases of dot.
func.func @of_a_dot_by_a_scale_for_each_column() {
  %x = "stablehlo.constant"() <{value = dense<[[2, 4]]> : tensor<1x2xi8>}> : () -> tensor<1x2x!quant.uniform<i8:f32, 5.0e-01>>
  %y = "stablehlo.constant"() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 5.0e-01}>>
  %r = stablehlo.dot %x, %y : (tensor<1x2x!quant.uniform<i8:f32, 5.0e-01>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 5.0e-01}>>) -> tensor<1x2x!quant.uniform<i8:f32:1, {1.0, 5.0e-01}>>
  %f = stablehlo.uniform_dequantize %r : (tensor<1x2x!quant.uniform<i8:f32:1, {1.0, 5.0e-01}>>) -> tensor<1x2xf32>
  check.expect_eq_const %f, dense<[[7.0, 5.0]]> : tensor<1x2xf32>
  return
}
