// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %l: tensor<f32>) {
  %y = stablehlo.clamp %l, %x, %l : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}
