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
func.func @gradient_of_the_branch_taken(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %r:2 = "stablehlo.if"(%yes) ({
    %a = stablehlo.multiply %x, %y : tensor<2xf64>
    stablehlo.return %a, %y : tensor<2xf64>, tensor<2xf64>
  }, {
    stablehlo.return %x, %x : tensor<2xf64>, tensor<2xf64>
  }) : (tensor<i1>) -> (tensor<2xf64>, tensor<2xf64>)
  %s = "stablehlo.if"(%no) ({
    stablehlo.return %y : tensor<2xf64>
  }, {
    %a = stablehlo.sine %r#0 : tensor<2xf64>
    stablehlo.return %a : tensor<2xf64>
  }) : (tensor<i1>) -> tensor<2xf64>
  return %r#1, %s : tensor<2xf64>, tensor<2xf64>
}
func.func @of_sizes_that_may_be_the_same() {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = stablehlo.constant dense<2> : tensor<1xi64>
  %d = stablehlo.dynamic_reshape %x, %n : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %d : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %s = stablehlo.dynamic_reshape %r, %n : (tensor<?xf32>, tensor<1xi64>) -> tensor<2xf32>
  check.expect_eq_const %s, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}
