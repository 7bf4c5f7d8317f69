// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %r = stablehlo.einsum %x, %x, config = "ab,cb->ad" : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}
