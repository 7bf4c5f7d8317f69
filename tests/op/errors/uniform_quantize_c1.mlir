// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xf32>) {
  %y = stablehlo.uniform_quantize %x : (tensor<2x5xf32>) -> tensor<3x5x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}
