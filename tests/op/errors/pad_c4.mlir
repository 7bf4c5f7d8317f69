// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>, %v: tensor<f32>) {
  %z = stablehlo.pad %x, %v, low = [-4], high = [0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  return
}
