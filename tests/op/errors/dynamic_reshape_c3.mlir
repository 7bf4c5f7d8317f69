// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01, 5.000000e-01}>>, %s: tensor<2xi64>) {
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01, 5.000000e-01}>>, tensor<2xi64>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01, 5.000000e-01}>>
  return
}
