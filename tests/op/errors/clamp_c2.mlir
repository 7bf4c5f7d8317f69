// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xf32>, %l: tensor<f32>, %h: tensor<3x5xf32>) {
  %y = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<2x5xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}
