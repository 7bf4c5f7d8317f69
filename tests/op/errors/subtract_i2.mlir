// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %y: tensor<2xi1>) {
  %z = stablehlo.subtract %x, %y : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xf32>
  return
}
