// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xi1>, %y: tensor<3x5xi1>) {
  %z = stablehlo.xor %x, %y : (tensor<2x5xi1>, tensor<3x5xi1>) -> tensor<2x5xi1>
  return
}
