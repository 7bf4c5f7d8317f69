// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %p: tensor<i1>) {
  %r = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<2xf32>):
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf64>
  return
}
