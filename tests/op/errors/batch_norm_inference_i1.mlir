// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xi32>, %v: tensor<4xi32>) {
  %r = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<2x4xi32>
  return
}
