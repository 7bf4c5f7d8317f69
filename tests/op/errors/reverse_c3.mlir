// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xf32>) {
  %y = stablehlo.reverse %x, dims = [1] : tensor<4xf32>
  return
}
