// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %y: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %z = stablehlo.add %x, %y : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01, 5.000000e-01}>>
  return
}
