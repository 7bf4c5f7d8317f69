// SPDX-License-Identifier: Apache-2.0
func.func private @swap(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  return %y, %x : tensor<i32>, tensor<i32>
}
func.func @order_is_kept() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    reducer(%p: tensor<i32>, %q: tensor<i32>) {
    stablehlo.return %q : tensor<i32>
  }
  %r:2 = call @swap(%s, %zero) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#1, dense<2> : tensor<i32>
  check.expect_eq_const %r#0, dense<0> : tensor<i32>
  return
}
