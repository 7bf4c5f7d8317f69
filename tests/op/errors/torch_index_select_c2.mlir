// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>, %i: tensor<2xi32>) {
  %r = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 1 : i64}> : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}
