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
