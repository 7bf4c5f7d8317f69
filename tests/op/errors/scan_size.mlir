// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<?xf32>, %z: tensor<f32>) {
  %r:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, scan_dim_size = -2 : i64}> ({
  ^bb0(%e: tensor<f32>, %s: tensor<f32>):
    stablehlo.return %e, %s : tensor<f32>, tensor<f32>
  }) : (tensor<?xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<f32>)
  return
}
