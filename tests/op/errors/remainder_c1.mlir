// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  %z = stablehlo.remainder %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}
