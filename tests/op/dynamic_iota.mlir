// SPDX-License-Identifier: Apache-2.0
func.func @along_each_axis() {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %x = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<2x3xf32>
  check.expect_eq_const %x, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x3xi32>
  %z = stablehlo.dynamic_reshape %y, %s : (tensor<?x3xi32>, tensor<2xi64>) -> tensor<2x3xi32>
  check.expect_eq_const %z, dense<[[0, 0, 0], [1, 1, 1]]> : tensor<2x3xi32>
  return
}
