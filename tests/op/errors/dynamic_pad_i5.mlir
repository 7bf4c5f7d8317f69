// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>, %v: tensor<f32>, %i: tensor<1xi64>, %n: tensor<1xf32>) {
  %y = stablehlo.dynamic_pad %x, %v, %i, %i, %n : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xf32>) -> tensor<?xf32>
  return
}
