// SPDX-License-Identifier: Apache-2.0
func.func @main(%l: tensor<f64>, %x: tensor<3xf32>) {
  %z = stablehlo.clamp %l, %x, %x : (tensor<f64>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}
