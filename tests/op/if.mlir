// SPDX-License-Identifier: Apache-2.0
func.func @when_true() {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = "stablehlo.if"(%p) ({
    stablehlo.return %x, %y : tensor<i32>, tensor<i32>
  }, {
    stablehlo.return %y, %x : tensor<i32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
  %a = stablehlo.reshape %r#0 : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %r#1 : (tensor<i32>) -> tensor<1xi32>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  check.expect_eq_const %c, dense<[1, 2]> : tensor<2xi32>
  return
}

func.func @when_false() {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = "stablehlo.if"(%p) ({
    stablehlo.return %x, %y : tensor<i32>, tensor<i32>
  }, {
    stablehlo.return %y, %x : tensor<i32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
  %a = stablehlo.reshape %r#0 : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %r#1 : (tensor<i32>) -> tensor<1xi32>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  check.expect_eq_const %c, dense<[2, 1]> : tensor<2xi32>
  return
}
