// SPDX-License-Identifier: Apache-2.0
func.func @with_strides() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %y = stablehlo.slice %x [1:3, 0:4:2] : (tensor<3x4xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[5, 7], [9, 11]]> : tensor<2x2xi32>
  %z = stablehlo.slice %x [0:3:2, 1:4:2] : (tensor<3x4xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %z, dense<[[2, 4], [10, 12]]> : tensor<2x2xi32>
  %e = stablehlo.slice %x [1:1, 0:4] : (tensor<3x4xi32>) -> tensor<0x4xi32>
  check.expect_eq_const %e, dense<> : tensor<0x4xi32>
  return
}
func.func @gradient(%x: tensor<3x5xf64>) -> tensor<2x2xf64> {
  %y = stablehlo.slice %x [1:3, 0:4:3] : (tensor<3x5xf64>) -> tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}
