// SPDX-License-Identifier: Apache-2.0
func.func @by_one_scale() {
  %x = stablehlo.constant dense<[1.0, 0.25, -0.75, 1000.0, -1000.0]> : tensor<5xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<5xf32>) -> tensor<5x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %i = stablehlo.bitcast_convert %q : (tensor<5x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<5xi8>
  check.expect_eq_const %i, dense<[5, 4, 2, 127, -128]> : tensor<5xi8>
  return
}
func.func @by_a_scale_for_each_column() {
  %x = stablehlo.constant dense<[[1.0, 1.0], [-100.0, 0.3]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01:1, 2.500000e-01:-3}>>
  %i = stablehlo.bitcast_convert %q : (tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {5.000000e-01:1, 2.500000e-01:-3}>>) -> tensor<2x2xi8>
  check.expect_eq_const %i, dense<[[3, 1], [-127, -2]]> : tensor<2x2xi8>
  return
}
func.func @from_another_scale() {
  %x = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %r = stablehlo.uniform_quantize %q : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<u8:f32, 2.500000e-01:128>>
  %i = stablehlo.bitcast_convert %r : (tensor<2x!quant.uniform<u8:f32, 2.500000e-01:128>>) -> tensor<2xui8>
  check.expect_eq_const %i, dense<[132, 126]> : tensor<2xui8>
  return
}
func.func @operations_between() {
  %x = stablehlo.constant dense<[1.0, -0.5]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %s = stablehlo.add %q, %q : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %m = stablehlo.multiply %s, %q : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01>>
  %y = stablehlo.uniform_dequantize %m : (tensor<2x!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[2.0, 0.5]> : tensor<2xf32>
  return
}
