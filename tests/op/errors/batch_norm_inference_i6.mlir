// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>, %v: tensor<4xf32>) {
  %r = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = "small", feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}
