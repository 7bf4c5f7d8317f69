// SPDX-License-Identifier: Apache-2.0
func.func @less() {
  %x = stablehlo.constant dense<2.5> : tensor<1xf32>
  %y = stablehlo.constant dense<[1.0, 2.5, 3.0, 0x7FC00000]> : tensor<4xf32>
  %z = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %z, dense<[false, false, true, false]> : tensor<4xi1>
  return
}
func.func @unsigned() {
  %x = stablehlo.constant dense<[[1], [255]]> : tensor<2x1xui8>
  %y = stablehlo.constant dense<[1, 200]> : tensor<2xui8>
  %z = chlo.broadcast_compare %x, %y {compare_type = #chlo<comparison_type UNSIGNED>, comparison_direction = #chlo<comparison_direction GE>} : (tensor<2x1xui8>, tensor<2xui8>) -> tensor<2x2xi1>
  check.expect_eq_const %z, dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  return
}
