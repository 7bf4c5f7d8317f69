// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  %z = stablehlo.atan2 %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}
