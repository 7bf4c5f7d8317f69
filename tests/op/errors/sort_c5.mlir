// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) {
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
