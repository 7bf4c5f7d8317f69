// SPDX-License-Identifier: Apache-2.0
func.func @of_three_shapes() {
  %p = stablehlo.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = stablehlo.constant dense<9> : tensor<i32>
  %z = chlo.broadcast_select %p, %x, %y : (tensor<2x1xi1>, tensor<3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %z, dense<[[1, 2, 3], [9, 9, 9]]> : tensor<2x3xi32>
  return
}
func.func @gradient(%x: tensor<3xf64>, %y: tensor<2x1xf64>) -> tensor<2x3xf64> {
  %p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %z = chlo.broadcast_select %p, %x, %y : (tensor<3xi1>, tensor<3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}
