// SPDX-License-Identifier: Apache-2.0
func.func @main(%v0: tensor<4xf32>, %p: tensor<i1>) {
  %r = "stablehlo.sort"(%v0) <{dimension = 0 : i64}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf64>
  return
}
