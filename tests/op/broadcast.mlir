// SPDX-License-Identifier: Apache-2.0
func.func @new_axes_first() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = stablehlo.broadcast %x, sizes = [2, 1] : (tensor<3xi32>) -> tensor<2x1x3xi32>
  check.expect_eq_const %y, dense<[[[1, 2, 3]], [[1, 2, 3]]]> : tensor<2x1x3xi32>
  return
}
func.func @gradient(%x: tensor<3xf64>) -> (tensor<2x3xf64>) {
  %r = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %r, %r : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
