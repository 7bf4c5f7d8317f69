// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>, %v: tensor<f32>, %n: tensor<1xi64>) {
  %y = stablehlo.dynamic_pad %x, %v, %n, %n, %n : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}
