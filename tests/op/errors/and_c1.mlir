// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi1>, %y: tensor<3xi1>) {
  %z = stablehlo.and %x, %y : (tensor<2xi1>, tensor<3xi1>) -> tensor<2xi1>
  return
}
