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

sdy.mesh @mesh = <["x"=1]>
func.func @of_a_manual_computation() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%p: tensor<1xi32>) {
    %q = stablehlo.add %p, %p : tensor<1xi32>
    sdy.return %q : tensor<1xi32>
  } : (tensor<1xi32>) -> tensor<1xi32>
  check.expect_eq_const %y, dense<2> : tensor<1xi32>
  return
}
