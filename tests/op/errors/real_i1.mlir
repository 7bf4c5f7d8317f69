// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 5.0e-01>>) {
  %y = stablehlo.real %x : (tensor<2x!quant.uniform<i8:f32, 5.0e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.0e-01>>
  return
}
