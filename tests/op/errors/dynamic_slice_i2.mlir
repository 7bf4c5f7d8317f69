// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<5xf32>, %i: tensor<f32>) {
  %z = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<5xf32>, tensor<f32>) -> tensor<2xf32>
  return
}
