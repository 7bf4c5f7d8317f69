// SPDX-License-Identifier: Apache-2.0
func.func private @twice(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %y = stablehlo.add %x, %x : tensor<i32>
  return %y, %x : tensor<i32>, tensor<i32>
}
func.func @results() {
  %x = stablehlo.constant dense<21> : tensor<i32>
  %y:2 = call @twice(%x) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %z:2 = func.call @twice(%y#0) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %y#0, dense<42> : tensor<i32>
  check.expect_eq_const %z#0, dense<84> : tensor<i32>
  check.expect_eq_const %y#1, dense<21> : tensor<i32>
  return
}
func.func private @product(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.multiply %x, %y : tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func @gradient(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %0 = call @product(%x, %y) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %1 = call @product(%0, %x) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  return %1 : tensor<2xf64>
}
