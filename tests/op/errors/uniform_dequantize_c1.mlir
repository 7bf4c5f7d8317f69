// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  %y = stablehlo.uniform_dequantize %x : (tensor<2x5x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x5xf32>
  return
}
