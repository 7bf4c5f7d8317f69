// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>, %n: tensor<2xi64>) {
  %y = stablehlo.real_dynamic_slice %x, %n, %n, %n : (tensor<3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}
