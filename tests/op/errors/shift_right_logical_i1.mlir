// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %z = stablehlo.shift_right_logical %x, %x : tensor<2xf32>
  return
}
