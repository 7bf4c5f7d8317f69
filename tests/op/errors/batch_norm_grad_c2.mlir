// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>, %v: tensor<4xf32>, %w: tensor<3xf32>, %d: tensor<4xf64>, %y: tensor<4x2xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%x, %v, %d, %v, %x) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
