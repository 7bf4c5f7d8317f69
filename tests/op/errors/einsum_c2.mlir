// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4x5xf32>) {
  %r = stablehlo.einsum %x, %x, config = "abd,bcd->acd" : (tensor<2x4x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}
