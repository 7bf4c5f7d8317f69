// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>, %v: tensor<f64>) {
  %z = stablehlo.pad %x, %v, low = [1], high = [1], interior = [0] : (tensor<3xf32>, tensor<f64>) -> tensor<5xf32>
  return
}
