// SPDX-License-Identifier: Apache-2.0
func.func @values_and_places() {
  %x = stablehlo.constant dense<[[3.0, 7.0, -1.0, 7.0], [-0.0, 0.0, 0x7FC00000, 0x7F800000]]> : tensor<2x4xf32>
  %v, %i = chlo.top_k(%x, k = 3) : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_almost_eq_const %v, dense<[[7.0, 7.0, 3.0], [0x7FC00000, 0x7F800000, 0.0]]> : tensor<2x3xf32>
  check.expect_eq_const %i, dense<[[1, 3, 0], [2, 3, 1]]> : tensor<2x3xi32>
  return
}
func.func @integers() {
  %x = stablehlo.constant dense<[-5, 3, 8]> : tensor<3xi32>
  %v, %i = chlo.top_k(%x, k = 2, is_stable = false) : tensor<3xi32> -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %v, dense<[8, 3]> : tensor<2xi32>
  check.expect_eq_const %i, dense<[2, 1]> : tensor<2xi32>
  return
}
func.func @gradient(%x: tensor<2x4xf64>) -> tensor<2x2xf64> {
  %v, %i = chlo.top_k(%x, k = 2) : tensor<2x4xf64> -> (tensor<2x2xf64>, tensor<2x2xi32>)
  return %v : tensor<2x2xf64>
}
func.func @of_no_rows_and_of_no_elements() {
  %x = stablehlo.constant dense<1.0> : tensor<3x4xf32>
  %no_rows = stablehlo.constant dense<> : tensor<0x4xf32>
  %v, %i = chlo.top_k(%x, k = 0) : tensor<3x4xf32> -> (tensor<3x0xf32>, tensor<3x0xi32>)
  check.expect_eq_const %v, dense<> : tensor<3x0xf32>
  check.expect_eq_const %i, dense<> : tensor<3x0xi32>
  %w, %j = chlo.top_k(%no_rows, k = 2) : tensor<0x4xf32> -> (tensor<0x2xf32>, tensor<0x2xi32>)
  check.expect_eq_const %w, dense<> : tensor<0x2xf32>
  check.expect_eq_const %j, dense<> : tensor<0x2xi32>
  return
}
