// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3x4xi64>, %b: tensor<2xi1>) {
  %r = "stablehlo.torch_index_select"(%a, %b) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<2x3x4xi64>, tensor<2xi1>) -> tensor<2x2x4xi64>
  return
}
