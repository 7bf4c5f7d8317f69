// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>, %v: tensor<1xf32>, %n: tensor<1xi64>) {
  %y = stablehlo.dynamic_pad %x, %v, %n, %n, %n : (tensor<3xf32>, tensor<1xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
