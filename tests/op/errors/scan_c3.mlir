// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  %r:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, scan_dim_size = 5 : i64}> ({
  ^bb0(%e: tensor<5xf32>, %s: tensor<f32>):
    stablehlo.return %e, %s : tensor<5xf32>, tensor<f32>
  }) : (tensor<4x5xf32>, tensor<f32>) -> (tensor<4x5xf32>, tensor<f32>)
  return
}
