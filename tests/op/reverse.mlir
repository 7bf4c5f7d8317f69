// SPDX-License-Identifier: Apache-2.0
func.func @axes() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.reverse %x, dims = [1] : tensor<2x3xi32>
  check.expect_eq_const %y, dense<[[3, 2, 1], [6, 5, 4]]> : tensor<2x3xi32>
  %z = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xi32>
  check.expect_eq_const %z, dense<[[6, 5, 4], [3, 2, 1]]> : tensor<2x3xi32>
  return
}
func.func @gradient(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.reverse %x, dims = [1] : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
