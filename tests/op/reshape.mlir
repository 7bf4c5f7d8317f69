// SPDX-License-Identifier: Apache-2.0
func.func @keeps_the_order() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.reshape %x : (tensor<2x3xi32>) -> tensor<3x1x2xi32>
  check.expect_eq_const %y, dense<[[[1, 2]], [[3, 4]], [[5, 6]]]> : tensor<3x1x2xi32>
  return
}
func.func @gradient(%x: tensor<2x3xf64>) -> tensor<6xf64> {
  %y = stablehlo.reshape %x : (tensor<2x3xf64>) -> tensor<6xf64>
  return %y : tensor<6xf64>
}
