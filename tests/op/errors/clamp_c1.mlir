// SPDX-License-Identifier: Apache-2.0
func.func @main(%l: tensor<2xf32>, %x: tensor<3xf32>) {
  %z = stablehlo.clamp %l, %x, %x : (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}
