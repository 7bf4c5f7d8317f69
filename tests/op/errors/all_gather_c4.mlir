// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %r = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}
