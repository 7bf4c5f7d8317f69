// SPDX-License-Identifier: Apache-2.0
func.func @main(%v0: tensor<4x5xf32>, %v1: tensor<5x5xf32>, %p: tensor<i1>) {
  %r:2 = "stablehlo.sort"(%v0, %v1) <{dimension = 0 : i64}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x5xf32>, tensor<5x5xf32>) -> (tensor<4x5xf32>, tensor<5x5xf32>)
  return
}
