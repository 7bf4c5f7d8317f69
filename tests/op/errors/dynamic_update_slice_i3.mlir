// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x4xf32>, %u: tensor<2x2xf32>, %i: tensor<f32>) {
  %y = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>, tensor<f32>) -> tensor<4x4xf32>
  return
}
