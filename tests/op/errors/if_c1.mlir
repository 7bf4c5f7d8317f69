// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<i1>, %x: tensor<2xf32>) {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}
