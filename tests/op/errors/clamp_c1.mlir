// SPDX-License-Identifier: Apache-2.0
func.func @main(%l: tensor<2x5xf32>, %x: tensor<3x5xf32>) {
  %z = stablehlo.clamp %l, %x, %x : (tensor<2x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  return
}
