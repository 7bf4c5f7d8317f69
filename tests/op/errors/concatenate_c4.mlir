// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %z = stablehlo.concatenate %x, dim = 1 : (tensor<2xf32>) -> tensor<2xf32>
  return
}
