// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xf32>) {
  %y = stablehlo.reverse %x, dims = [0, 0] : tensor<4xf32>
  return
}
