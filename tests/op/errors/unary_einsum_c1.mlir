// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %r = stablehlo.unary_einsum %x, config = "abc->ca" : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}
