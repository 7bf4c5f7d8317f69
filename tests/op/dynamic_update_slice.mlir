// SPDX-License-Identifier: Apache-2.0
func.func @clamps() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %u = stablehlo.constant dense<[[8, 9]]> : tensor<1x2xi32>
  %i = stablehlo.constant dense<7> : tensor<i64>
  %j = stablehlo.constant dense<-1> : tensor<i64>
  %y = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<2x3xi32>, tensor<1x2xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xi32>
  check.expect_eq_const %y, dense<[[1, 2, 3], [8, 9, 6]]> : tensor<2x3xi32>
  return
}
func.func @gradient(%x: tensor<3x4xf64>, %u: tensor<2x2xf64>, %i: tensor<i32> {case.value = dense<1> : tensor<i32>}, %j: tensor<i32> {case.value = dense<1> : tensor<i32>}) -> tensor<3x4xf64> {
  %y = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<3x4xf64>, tensor<2x2xf64>, tensor<i32>, tensor<i32>) -> tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}
func.func @by_no_elements() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %u = stablehlo.constant dense<> : tensor<0xi32>
  %i = stablehlo.constant dense<9> : tensor<i32>
  %y = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<3xi32>, tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %y, dense<[1, 2, 3]> : tensor<3xi32>
  return
}
