// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, %y: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x2xf32>
  return
}
