// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>, %roots: tensor<2xi32>) {
  %r = "stablehlo.collective_broadcast"(%x, %roots) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}
