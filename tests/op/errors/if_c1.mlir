// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<i1>) {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return
}
