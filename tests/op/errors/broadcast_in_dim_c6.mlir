// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01, 5.000000e-01}>>) {
  %y = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01, 5.000000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01, 5.000000e-01}>>
  return
}
