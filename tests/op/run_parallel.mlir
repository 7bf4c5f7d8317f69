// SPDX-License-Identifier: Apache-2.0
func.func private @double(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
func.func private @both(%x: tensor<i32>, %y: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  return %y, %x : tensor<f32>, tensor<i32>
}
// Arguments and results are strung together, replica by replica.
func.func @different_programs() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.constant dense<0.5> : tensor<f32>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@double], [@both]]} : (tensor<i32>, tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<2> : tensor<i32>
  check.expect_eq_const %r#1, dense<0.5> : tensor<f32>
  check.expect_eq_const %r#2, dense<2> : tensor<i32>
  return
}
