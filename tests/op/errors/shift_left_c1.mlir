// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xi32>, %y: tensor<3xi32>) {
  %z = stablehlo.shift_left %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return
}
