// SPDX-License-Identifier: Apache-2.0
// Without an input, whose axis the dimension would be.
func.func @main(%z: tensor<f32>) {
  %r:2 = "chlo.scan"(%z) <{dimension = -2 : i64, operandSegmentSizes = array<i32: 0, 1>, scan_dim_size = 0 : i64}> ({
  ^bb0(%s: tensor<f32>):
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  }) : (tensor<f32>) -> (tensor<0xf32>, tensor<f32>)
  return
}
