// SPDX-License-Identifier: Apache-2.0
func.func @main(%i: tensor<i32>) {
  %r = "stablehlo.case"(%i) ({
  ^bb0(%x: tensor<2xf32>):
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}
