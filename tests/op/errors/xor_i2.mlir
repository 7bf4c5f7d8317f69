// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi1>, %y: tensor<2xf32>) {
  %z = stablehlo.xor %x, %y : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xi1>
  return
}
