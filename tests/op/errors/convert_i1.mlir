// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  %y = stablehlo.convert %x : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2xf32>
  return
}
