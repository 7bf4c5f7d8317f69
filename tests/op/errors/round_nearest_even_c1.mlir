// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xf32>) {
  %y = stablehlo.round_nearest_even %x : (tensor<2x5xf32>) -> tensor<3x5xf32>
  return
}
