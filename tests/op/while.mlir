// SPDX-License-Identifier: Apache-2.0
func.func @counts() {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%iterArg = %i, %iterArg_0 = %x) : tensor<i32>, tensor<f32>
  cond {
    %p = stablehlo.compare LT, %iterArg, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %iterArg, %one : tensor<i32>
    %double = stablehlo.add %iterArg_0, %iterArg_0 : tensor<f32>
    stablehlo.return %next, %double : tensor<i32>, tensor<f32>
  }
  check.expect_eq_const %r#0, dense<5> : tensor<i32>
  check.expect_eq_const %r#1, dense<32.0> : tensor<f32>
  return
}
func.func @no_rounds() {
  %f = stablehlo.constant dense<false> : tensor<i1>
  %r = "stablehlo.while"(%f) ({
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }, {
  ^bb0(%a: tensor<i1>):
    %b = stablehlo.not %a : tensor<i1>
    stablehlo.return %b : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  check.expect_eq %r, %f : tensor<i1>
  return
}
