// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %i = stablehlo.constant dense<2> : tensor<1xi32>
  %r = "stablehlo.collective_broadcast"(%x, %i) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<2x4xf32>
  return
}
