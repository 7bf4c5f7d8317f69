// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xi32>, %y: tensor<3x5xi32>) {
  %z = stablehlo.shift_right_arithmetic %x, %y : (tensor<2x5xi32>, tensor<3x5xi32>) -> tensor<2x5xi32>
  return
}
