// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>, %v: tensor<f32>, %n: tensor<2xi64>) {
  %y = stablehlo.dynamic_pad %x, %v, %n, %n, %n : (tensor<3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}
