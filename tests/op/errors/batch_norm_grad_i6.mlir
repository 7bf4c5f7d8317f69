// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>, %v: tensor<4xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%x, %v, %v, %v, %x) <{feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
